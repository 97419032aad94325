import WaylineShell
import WaylineStorage
import WaylineSystem

/// The places from which a script takes the values of secrets.
///
/// ```
/// Passcode: @fd:3
/// New passphrase: @/run/secrets/passphrase
/// ```
///
/// A descriptor gives its next line at each use, a file its first one. A value that begins with an `@`
/// of its own is written with two.
@MainActor
final class SecretSources {
  private var descriptors: [Int32: LineSource] = [:]

  /// The value that a word in a script stands for.
  ///
  /// - Throws: ``ShellFailure`` when the file or the descriptor cannot be read, or has no line left.
  func value(of secret: TypedSecret) throws -> TypedSecret {
    guard secret.begins(with: "@") else { return secret }
    if secret.begins(with: "@@") { return secret.dropFirst(1) }
    let word = secret.text
    if word.hasPrefix("@fd:"), let number = Int32(word.dropFirst(4)) {
      return try line(ofDescriptor: number)
    }
    let path = String(word.dropFirst())
    return try line(of: LineSource(file(at: path)), "The file named after '@'")
  }

  private func line(ofDescriptor number: Int32) throws -> TypedSecret {
    guard FileDescriptor(borrowing: number).isOpen else {
      throw ShellFailure("Descriptor \(number) is not open.")
    }
    let source = descriptors[number] ?? LineSource(descriptor: number)
    descriptors[number] = source
    return try line(of: source, "Descriptor \(number)")
  }

  private func file(at path: String) throws -> FileDescriptor {
    do throws(SystemError) {
      return try PlainFile(path).open()
    } catch {
      // It may be a secret that begins with an @: nothing of it is repeated, not even what looks like
      // a path.
      let advice = "A secret that begins with '@' is written with '@@'."
      if error.code == .isAFolder {
        throw ShellFailure("The file named after '@' is a folder. \(advice)")
      }
      throw ShellFailure(
        "The file named after '@' could not be read: \(error.code). \(advice)")
    }
  }

  private func line(of source: LineSource, _ name: String) throws -> TypedSecret {
    while !source.hasLine(), !source.isAtEnd { source.fillWaiting() }
    guard let line = source.nextSecret() else { throw ShellFailure("\(name) has no line left.") }
    // Some editors begin a file with a byte order mark.
    return line.secret.withoutMark
  }
}

extension LineSource {
  /// Reads once, after waiting for bytes where the descriptor itself does not wait.
  func fillWaiting() {
    guard fill() == .nothing else { return }
    _ = FileDescriptor(borrowing: descriptor).wait(until: .readable)
  }
}
