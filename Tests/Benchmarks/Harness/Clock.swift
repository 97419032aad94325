import Glibc

/// Nanoseconds of a clock that only runs forward.
func now() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

// NB: `@inline(never)` alone is not enough: the optimiser sees an empty body and drops the call.
/// Takes a value so that the work behind it is not optimised away.
@inline(never)
@_optimize(none)
func blackHole<Value>(_ value: borrowing Value) {}
