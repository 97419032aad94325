import CSystem
import Glibc

/// Where frames are written: a private copy of a descriptor, one write for each frame.
///
/// What the program has printed itself is written out first, so a `print` cannot tear a frame.
package final class Output {
  /// Whether nobody reads any more.
  package private(set) var isClosed = false
  /// Why the last frame could not be written; nil when it was.
  package private(set) var error: Int32?
  let descriptor: Int32
  private let redirected: Int32?

  /// Writes to a copy of `descriptor`. When `redirecting`, what others write to `descriptor` goes to
  /// standard error until this ends.
  package init(descriptor: Int32 = STDOUT_FILENO, redirecting: Bool = false) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    self.descriptor = copy
    redirected = redirecting && copy >= 0 ? descriptor : nil
    if redirected != nil { dup2(STDERR_FILENO, descriptor) }
    if copy < 0 { (isClosed, error) = (true, errno) }
  }

  deinit {
    wayline_flush_standard_output()
    if let redirected { dup2(descriptor, redirected) }
    if descriptor >= 0 { close(descriptor) }
  }

  /// Opens the standard descriptors that the parent closed, so that no file gets their numbers.
  ///
  /// The first thing a program does: before it, a store could become its standard input.
  package static func openStandardDescriptors() {
    _ = wayline_open_standard_descriptors()
  }

  /// Whether the output is a terminal.
  package var isTerminal: Bool { descriptor >= 0 && isatty(descriptor) == 1 }

  /// Writes a text whole, after everything that was printed before.
  package func write(_ text: String) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  /// Writes bytes whole, after everything that was printed before.
  package func write(_ bytes: UnsafeRawBufferPointer) {
    guard !isClosed, !bytes.isEmpty else { return }
    wayline_flush_standard_output()
    writeAll(bytes)
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(
        descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if !canGoOn(errno) {
        return
      }
    }
    error = nil
  }

  /// Whether the write can be tried again: an output that is full is waited for.
  private func canGoOn(_ error: Int32) -> Bool {
    if error == EINTR { return true }
    if error == EAGAIN {
      var full = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      return poll(&full, 1, -1) >= 0 || errno == EINTR
    }
    self.error = error
    isClosed = true
    return false
  }
}
