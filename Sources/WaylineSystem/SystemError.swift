#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A call of the operating system that failed: the operation, its subject, and the error code.
///
/// ```swift
/// do {
///   _ = try FileDescriptor.open("desk.txt", for: .reading)
/// } catch {
///   print(error)  // Could not open 'desk.txt': No such file or directory.
/// }
/// ```
package struct SystemError: Error, Hashable {
  /// The verb of the sentence: "open", "write".
  package let operation: String
  /// The path, or a name such as "descriptor 3".
  package let subject: String
  /// The reason that the system gave.
  package let code: ErrorCode

  /// Creates an error from its parts.
  package init(_ operation: String, _ subject: String, _ code: ErrorCode) {
    (self.operation, self.subject, self.code) = (operation, subject, code)
  }
}

extension SystemError: Sendable {}

extension SystemError: CustomStringConvertible {
  /// The sentence for a person.
  package var description: String { "Could not \(operation) '\(subject)': \(code)." }
}

/// An error code of the operating system (`errno`).
///
/// The named codes are those that a caller decides by; any other code is valid as well.
package struct ErrorCode: RawRepresentable, Hashable, Sendable {
  /// The number, which differs between systems.
  package let rawValue: Int32

  /// Creates a code from its number.
  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The code of the call that has just failed on this thread.
  package static var current: ErrorCode { ErrorCode(rawValue: errno) }
}

extension ErrorCode {
  /// No file of that name (`ENOENT`).
  package static let notFound = ErrorCode(rawValue: ENOENT)
  /// A part of the path is not a folder (`ENOTDIR`).
  package static let notAFolder = ErrorCode(rawValue: ENOTDIR)
  /// The file is a folder (`EISDIR`).
  package static let isAFolder = ErrorCode(rawValue: EISDIR)
  /// A file of that name exists (`EEXIST`).
  package static let exists = ErrorCode(rawValue: EEXIST)
  /// The path is, or contains, a symbolic link that was refused (`ELOOP`).
  package static let linkRefused = ErrorCode(rawValue: ELOOP)
  /// No reader has opened the pipe (`ENXIO`).
  package static let noReader = ErrorCode(rawValue: ENXIO)
  /// The permissions forbid it (`EACCES`).
  package static let permissionDenied = ErrorCode(rawValue: EACCES)
  /// Only the owner or the administrator may do it (`EPERM`).
  package static let notPermitted = ErrorCode(rawValue: EPERM)
  /// The file system does not offer it (`ENOTSUP`).
  package static let notSupported = ErrorCode(rawValue: ENOTSUP)
  /// The file is in use (`EBUSY`).
  package static let inUse = ErrorCode(rawValue: EBUSY)
  /// The file system is read-only (`EROFS`).
  package static let readOnlyFileSystem = ErrorCode(rawValue: EROFS)
  /// No space is left (`ENOSPC`).
  package static let noSpace = ErrorCode(rawValue: ENOSPC)
  /// The file would be larger than the process may make one (`EFBIG`).
  package static let fileTooLarge = ErrorCode(rawValue: EFBIG)
  /// The path, or a name in it, is too long (`ENAMETOOLONG`).
  package static let nameTooLong = ErrorCode(rawValue: ENAMETOOLONG)
  /// The call would have to wait (`EAGAIN`).
  static let wouldBlock = ErrorCode(rawValue: EAGAIN)
  /// A signal interrupted the call (`EINTR`).
  package static let interrupted = ErrorCode(rawValue: EINTR)
  /// Nothing reads the pipe any more (`EPIPE`).
  package static let brokenPipe = ErrorCode(rawValue: EPIPE)
  /// The device failed, or the terminal does not exist any more (`EIO`).
  package static let inputOutput = ErrorCode(rawValue: EIO)
  /// The descriptor is not open (`EBADF`).
  package static let badDescriptor = ErrorCode(rawValue: EBADF)
  /// The descriptor is not a socket (`ENOTSOCK`).
  static let notASocket = ErrorCode(rawValue: ENOTSOCK)
}

extension ErrorCode: CustomStringConvertible {
  /// The system's own words, e.g. "No such file or directory".
  package var description: String { String(cString: strerror(rawValue)) }
}

/// Calls the system, again if a signal interrupted it, and returns the result or the code.
func retrying<Value: SignedInteger>(_ call: () -> Value) -> Result<Value, ErrorCode> {
  while true {
    let value = call()
    if value >= 0 { return .success(value) }
    let code = ErrorCode.current
    if code != .interrupted { return .failure(code) }
  }
}

/// Calls the system as ``retrying(_:)-(()->Value)`` does, and throws what failed.
@discardableResult
func retrying<Value: SignedInteger>(
  _ operation: String, _ subject: @autoclosure () -> String, _ call: () -> Value
) throws(SystemError) -> Value {
  switch retrying(call) {
  case .success(let value): return value
  case .failure(let code): throw SystemError(operation, subject(), code)
  }
}

extension ErrorCode: Error {}
