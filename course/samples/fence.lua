-- KEYS: the data, and the highest token seen with it. ARGV: the new data, and our token.
-- A script runs in one step on the server. Answers 1 if it wrote, and 0 if the token is too old.
local seen = tonumber(redis.call("get", KEYS[2]) or "0")
if tonumber(ARGV[2]) < seen then
  return 0
end
redis.call("set", KEYS[1], ARGV[1])
redis.call("set", KEYS[2], ARGV[2])
return 1
