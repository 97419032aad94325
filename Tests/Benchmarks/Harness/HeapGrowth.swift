import Glibc
import Synchronization

/// The bytes of the heap that are in use, less those at the first look.
final class HeapGrowth: Sendable {
  /// The function of the C library, whose header its module does not have, with the place of its result.
  private typealias Information =
    @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer

  /// The bytes of `struct mallinfo2`, and the place of `uordblks` in it.
  private static let (size, used) = (10 * MemoryLayout<Int>.size, 7 * MemoryLayout<Int>.size)

  private let looks = Mutex<(first: Int, last: Int)?>(nil)

  /// The growth up to the last look.
  var bytes: Int { looks.withLock { $0.map { $0.last - $0.first } ?? 0 } }

  /// Looks at the heap.
  func measure() {
    let used = Self.bytesInUse
    looks.withLock { $0 = ($0?.first ?? used, used) }
  }

  private static var bytesInUse: Int {
    guard let function = dlsym(nil, "mallinfo2") else { return 0 }
    // Proof: a structure of this size is returned where the caller has room for it, as its first argument.
    let information = unsafeBitCast(function, to: Information.self)
    return withUnsafeTemporaryAllocation(byteCount: size, alignment: MemoryLayout<Int>.alignment) {
      guard let room = $0.baseAddress else { return 0 }
      return information(room).load(fromByteOffset: used, as: Int.self)
    }
  }
}
