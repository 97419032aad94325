#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Calls of the C library that methods of this module would hide where they are needed.
///
/// Each does nothing but call the function in its name; a path becomes its bytes. No name is that of a
/// function itself, which it would hide here.
enum LibraryCall {
  static func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    open(path.systemString, flags, mode)
  }

  static func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
  }

  static func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
  }

  static func renameFile(_ path: String, _ newPath: String) -> Int32 {
    rename(path.systemString, newPath.systemString)
  }

  static func linkFile(_ path: String, _ newPath: String) -> Int32 {
    link(path.systemString, newPath.systemString)
  }

  static func exitProcess(_ status: Int32) -> Never { exit(status) }

  /// `_exit`: without handlers of `atexit`.
  static func exitAtOnce(_ status: Int32) -> Never { _exit(status) }

  static func pollEntries(_ polled: inout [pollfd], _ milliseconds: Int32) -> Int32 {
    poll(&polled, nfds_t(polled.count), milliseconds)
  }
}
