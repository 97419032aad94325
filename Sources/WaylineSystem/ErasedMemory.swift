import CWaylineSystem

/// Memory that is overwritten when it is released.
///
/// For bytes that may be a secret, also before anything knows that they are one. What this is *not*: locked
/// memory, which the system never writes to its swap file.
package final class ErasedMemory {
  /// The bytes, which hold anything at first.
  package let bytes: UnsafeMutableRawBufferPointer

  /// Allocates a number of bytes.
  package init(count: Int) {
    bytes = .allocate(byteCount: count, alignment: 16)
  }

  /// Memory without a byte.
  package static let none = ErasedMemory(count: 0)

  deinit {
    erase(bytes[...])
    bytes.deallocate()
  }

  /// Overwrites a part of the bytes.
  package func erase(_ part: Slice<UnsafeMutableRawBufferPointer>) {
    Self.erase(UnsafeMutableRawBufferPointer(rebasing: part))
  }

  /// Overwrites bytes, also where nothing reads them any more.
  package static func erase(_ bytes: UnsafeMutableRawBufferPointer) {
    wayline_erase(bytes.baseAddress, bytes.count)
  }

  /// Overwrites what handling a secret has left in the vector registers of this thread, and on its stack below
  /// the caller.
  ///
  /// The system copies memory through these registers. The first call of a function of a shared library, and each
  /// signal, then writes them to the stack.
  package static func eraseTraces() { wayline_erase_traces() }
}

// Proof: the bytes change only while a single reference exists, or before a second one does.
extension ErasedMemory: @unchecked Sendable {}
