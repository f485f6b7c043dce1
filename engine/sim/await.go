package sim

// AwaitAny waits until one of the calls is over and returns its index; of
// several that are, the first.
func (p *Proc) AwaitAny(calls []*Call) int {
	for {
		for i, c := range calls {
			if c.over {
				return i
			}
		}
		for _, c := range calls {
			c.waiter = p
		}
		p.park()
		for _, c := range calls {
			c.waiter = nil // what the process waits for next is something else
		}
	}
}
