/// The text of a secret, in memory that is overwritten when the last copy is released.
///
/// It never becomes a `String`, which Swift cannot overwrite, unless the program wants it as one: see ``text``.
package struct TypedSecret: Hashable, Sendable {
  private let memory: ErasedMemory
  /// The number of bytes.
  package let count: Int

  /// Allocates room for `capacity` bytes, which `fill` writes. It returns the number of those that count.
  package init(capacity: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Int) {
    memory = ErasedMemory(count: capacity)
    count = fill(memory.bytes)
  }

  /// Copies a text of ordinary memory.
  package init(copying text: String) {
    self.init(capacity: text.utf8.count) {
      $0.copyBytes(from: text.utf8)
      return $0.count
    }
  }

  /// Calls `body` with the bytes; it must not store the pointer or copy them to ordinary memory.
  package func withUnsafeBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory.bytes)[..<count]))
  }

  /// A copy in ordinary memory, for a program that wants its secret as a text.
  package var text: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }

  /// True if both have the same bytes.
  package static func == (left: TypedSecret, right: TypedSecret) -> Bool {
    left.withUnsafeBytes { left in right.withUnsafeBytes { left.elementsEqual($0) } }
  }

  /// Hashes the number of bytes, and nothing of what they are.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
  }
}

// MARK: - Parts

extension TypedSecret {
  /// True if it has no byte.
  package var isEmpty: Bool { count == 0 }

  /// True if bytes that are no text were replaced in it, or U+FFFD itself was typed.
  package var hasReplacements: Bool { contains("\u{FFFD}") }

  /// True if it begins with a text.
  package func begins(with text: String) -> Bool {
    withUnsafeBytes { $0.starts(with: text.utf8) }
  }

  /// True if it has a text in it.
  package func contains(_ text: String) -> Bool {
    withUnsafeBytes { bytes in
      (0...max(0, bytes.count - text.utf8.count)).contains { bytes[$0...].starts(with: text.utf8) }
    }
  }

  /// True if it has a byte in it.
  package func contains(_ byte: UInt8) -> Bool { withUnsafeBytes { $0.contains(byte) } }

  /// The secret without its first bytes.
  package func dropFirst(_ number: Int) -> TypedSecret {
    withUnsafeBytes { bytes in
      TypedSecret(capacity: max(0, count - number)) {
        $0.copyBytes(from: bytes.dropFirst(number))
        return $0.count
      }
    }
  }

  /// The secret without the byte order mark that some editors put in front of a text.
  package var withoutMark: TypedSecret { begins(with: "\u{FEFF}") ? dropFirst(3) : self }

  /// The secret without each occurrence of a byte.
  package func removing(_ byte: UInt8) -> TypedSecret {
    guard contains(byte) else { return self }
    return rewritten { bytes, write in for other in bytes where other != byte { write(other) } }
  }

  /// The secret without the keys in it that are no characters.
  package func removingKeys() -> TypedSecret {
    guard contains(KeySequence.escape) else { return self }
    return rewritten { KeySequence.removeKeys(in: $0, $1) }
  }

  /// A secret, of no more bytes, that is made of the bytes of this one.
  package func rewritten(_ body: (UnsafeRawBufferPointer, (UInt8) -> Void) -> Void) -> TypedSecret {
    withUnsafeBytes { bytes in
      TypedSecret(capacity: count) { room in
        var length = 0
        body(bytes) {
          room[length] = $0
          length += 1
        }
        return length
      }
    }
  }

  /// Both with a line end between them.
  package func followed(by next: TypedSecret) -> TypedSecret {
    TypedSecret(capacity: count + 1 + next.count) { room in
      withUnsafeBytes { room.copyBytes(from: $0) }
      room[count] = 0x0A
      next.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rebasing: room[(count + 1)...]).copyBytes(from: $0)
      }
      return room.count
    }
  }
}

/// One line of input that answers a secret question.
package struct SecretLine: Hashable, Sendable {
  /// The line without its end.
  package var secret: TypedSecret
  /// The changes that were made to read it, without its text.
  package var line: InputLine

  /// Reads the bytes of a line as ``InputLine`` does.
  init(bytes: UnsafeBufferPointer<UInt8>, isTerminated: Bool) {
    line = InputLine(text: "")
    line.isTerminated = isTerminated
    var (replacements, nulls) = (0, 0)
    if bytes.allSatisfy({ $0 > 0 && $0 < 0x80 }) {
      secret = TypedSecret(capacity: bytes.count) {
        $0.copyBytes(from: bytes)
        return bytes.count
      }
    } else {
      // Each byte becomes one character of three bytes at most.
      secret = TypedSecret(capacity: 3 * bytes.count) { room in
        var (length, decoder, iterator) = (0, UTF8(), bytes.makeIterator())
        func write(_ scalar: Unicode.Scalar) {
          for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
            room[length] = byte
            length += 1
          }
        }
        while true {
          switch decoder.decode(&iterator) {
          case .emptyInput: return length
          case .error:
            replacements += 1
            write("\u{FFFD}")
          case .scalarValue(let scalar):
            if scalar == "\0" { nulls += 1 }
            write(scalar == "\0" ? "\u{FFFD}" : scalar)
          }
        }
      }
    }
    (line.replacements, line.nulls) = (replacements, nulls)
  }

  /// A line that was refused before it was read.
  init(refused line: InputLine) {
    (secret, self.line) = (TypedSecret(capacity: 0) { _ in 0 }, line)
  }
}
