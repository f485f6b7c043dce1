-- KEYS: the lock, and the data. ARGV: our random value, and the new data.
-- Writes only while the lock is ours. Look and write are one step: no pause can fall between them.
-- Answers 1 if it wrote, and 0 if the lock is not ours any more.
if redis.call("get", KEYS[1]) ~= ARGV[1] then
  return 0
end
redis.call("set", KEYS[2], ARGV[2])
return 1
