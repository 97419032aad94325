#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Texts for the bytes of paths, arguments and variables, which need not be UTF-8.
///
/// A `String` cannot hold such a byte. Each byte that is not UTF-8 becomes one scalar of its own,
/// U+10FF00 and the value of the byte, so that every path is a `String` that can be compared, joined and
/// split, and becomes the same bytes again in a call of the system:
///
///     let path = String(systemBytes: [0x73, 0x74, 0xFF])  // "st\u{10FFFF}", printed as st\xFF
///     path.systemBytes == [0x73, 0x74, 0xFF]
///
/// The scalars are the end of the last plane for private use. Bytes that are their UTF-8 are not taken as
/// text either: each becomes a scalar, so that two different paths are never the same text.
///
/// `WaylineViews` prints the scalars as `\x80` to `\xFF`.
package enum SystemText {
  /// The byte that a scalar stands for; nil for all other scalars.
  package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    (0x10FF80...0x10FFFF).contains(scalar.value) ? UInt8(truncatingIfNeeded: scalar.value) : nil
  }

  /// The scalar for a byte from 0x80.
  fileprivate static func scalar(for byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(0x10FF00 + UInt32(byte)) ?? "\u{FFFD}"
  }

  /// The number of bytes of a sequence of UTF-8 that begins with a byte.
  fileprivate static func length(beginning byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}

extension String {
  /// The text for bytes of the system, without a zero.
  package init(systemBytes bytes: some Collection<UInt8>) {
    if let text = String(validating: bytes, as: UTF8.self), !text.hasSystemBytes {
      self = text
      return
    }
    self.init()
    var rest = Array(bytes)[...]
    while let first = rest.first {
      let sequence = rest.prefix(SystemText.length(beginning: first))
      if let text = String(validating: sequence, as: UTF8.self), !text.hasSystemBytes {
        append(text)
        rest = rest.dropFirst(sequence.count)
      } else {
        unicodeScalars.append(SystemText.scalar(for: first))
        rest = rest.dropFirst()
      }
    }
  }

  /// The text for a string of the C library, such as an argument, a variable or the name of a file.
  package init(systemString string: UnsafePointer<CChar>) {
    if let text = String(validatingCString: string), !text.hasSystemBytes {
      self = text
      return
    }
    self.init(systemBytes: UnsafeRawBufferPointer(start: string, count: strlen(string)))
  }

  /// True if the text stands for bytes that are not UTF-8.
  package var hasSystemBytes: Bool {
    hasByteF4 && unicodeScalars.contains { SystemText.byte(of: $0) != nil }
  }

  /// True if the UTF-8 of the text has the byte with which that of each such scalar begins.
  private var hasByteF4: Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      bytes.baseAddress.map { memchr($0, 0xF4, bytes.count) != nil } ?? false
    } ?? utf8.contains(0xF4)
  }

  /// The bytes of the system that the text stands for.
  package var systemBytes: [UInt8] {
    guard hasSystemBytes else { return Array(utf8) }
    return unicodeScalars.flatMap { scalar in
      SystemText.byte(of: scalar).map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// The bytes with a zero at the end, as the C library takes them.
  package var systemString: [CChar] {
    hasSystemBytes ? systemBytes.map(CChar.init(bitPattern:)) + [0] : Array(utf8CString)
  }
}
