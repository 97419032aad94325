#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Calls of the C library under names that the methods of this module do not hide.
///
/// Each does nothing but call the function of the same name; a path becomes its bytes.
enum LibraryCall {
  static func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    #if canImport(Darwin)
      Darwin.open(path.systemString, flags, mode)
    #elseif canImport(Musl)
      Musl.open(path.systemString, flags, mode)
    #else
      Glibc.open(path.systemString, flags, mode)
    #endif
  }

  static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  static func rename(_ path: String, _ newPath: String) -> Int32 {
    #if canImport(Darwin)
      Darwin.rename(path.systemString, newPath.systemString)
    #elseif canImport(Musl)
      Musl.rename(path.systemString, newPath.systemString)
    #else
      Glibc.rename(path.systemString, newPath.systemString)
    #endif
  }

  static func link(_ path: String, _ newPath: String) -> Int32 {
    #if canImport(Darwin)
      Darwin.link(path.systemString, newPath.systemString)
    #elseif canImport(Musl)
      Musl.link(path.systemString, newPath.systemString)
    #else
      Glibc.link(path.systemString, newPath.systemString)
    #endif
  }

  static func exit(_ status: Int32) -> Never {
    #if canImport(Darwin)
      Darwin.exit(status)
    #elseif canImport(Musl)
      Musl.exit(status)
    #else
      Glibc.exit(status)
    #endif
  }

  /// `_exit`: without handlers of `atexit`.
  static func exitAtOnce(_ status: Int32) -> Never {
    #if canImport(Darwin)
      Darwin._exit(status)
    #elseif canImport(Musl)
      Musl._exit(status)
    #else
      Glibc._exit(status)
    #endif
  }

  static func poll(_ polled: inout [pollfd], _ milliseconds: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.poll(&polled, nfds_t(polled.count), milliseconds)
    #elseif canImport(Musl)
      Musl.poll(&polled, nfds_t(polled.count), milliseconds)
    #else
      Glibc.poll(&polled, nfds_t(polled.count), milliseconds)
    #endif
  }
}
