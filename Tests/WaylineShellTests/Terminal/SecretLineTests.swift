import CWaylineSystem
import Glibc
import Testing
import WaylineSystem
import WaylineTestPrograms

@testable import WaylineShell

// One after the other: a search has a copy of what it passes.
@Suite("Lines that answer a secret question", .serialized)
struct SecretLineTests {
  /// Random letters, each with its bits inverted: they themselves are at no place of the memory.
  private static func masked(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in ~UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z")) }
  }

  /// Writes masked bytes into a pipe, between two texts, and leaves no copy.
  private func send(_ before: String, _ masked: ArraySlice<UInt8>, _ after: String, to far: Int32) {
    let line = Array(before.utf8.map { ~$0 } + masked + after.utf8.map { ~$0 })
    withUnsafeTemporaryAllocation(byteCount: line.count, alignment: 1) { bytes in
      for (index, byte) in line.enumerated() { bytes[index] = ~byte }
      #expect(write(far, bytes.baseAddress, bytes.count) == line.count)
      wayline_erase(bytes.baseAddress, bytes.count)
    }
  }

  @Test("After the answer is released its bytes are nowhere in memory, whatever was read with it")
  func forgotten() throws {
    let secret = Self.masked(40)
    for isShared in [false, true] {
      let ends = Ends.pipe()
      let source = LineSource(descriptor: ends.near, isShared: isShared)
      func read() { while !source.hasLine() { #expect(source.fill() == .bytes) } }
      // Lines before and behind it, and pieces for which the memory grows and moves.
      send("unlock\n", secret[..<15], "", to: ends.far)
      read()
      #expect(source.next()?.text == "unlock")
      send("", secret[15...], "\r\nback\n", to: ends.far)
      read()
      let count = try #require(source.nextSecret()).secret.count
      #expect(count == 40)
      read()
      #expect(source.next()?.text == "back")
      #expect(OwnMemory.count(of: secret) == 0)
      #expect(OwnMemory.count(of: Array(secret[..<15])) == 0)
      ends.closeFar()
    }
  }

  @Test("While a secret waits it is in memory once, also when the memory grows or moves")
  func once() throws {
    let secret = Self.masked(40)
    let ends = Ends.pipe()
    let source = LineSource(descriptor: ends.near)
    send(String(repeating: "back\n", count: 50), secret[...], "", to: ends.far)
    #expect(source.fill() == .bytes)
    while source.next() != nil {}
    send(String(repeating: "x", count: 60_000), [], "", to: ends.far)
    #expect(source.fill() == .bytes)
    send(String(repeating: "x", count: 60_000), [], "", to: ends.far)
    #expect(source.fill() == .bytes)
    #expect((1...2).contains(OwnMemory.count(of: secret)))
    #expect(source.dropUnended() && !source.hasUnended)
    #expect(OwnMemory.count(of: secret) == 0)
    ends.closeFar()
  }

  @Test("A line that no one takes is overwritten when its reader is released")
  func untaken() {
    let secret = Self.masked(40)
    let ends = Ends.pipe()
    do {
      let source = LineSource(descriptor: ends.near)
      send("", secret[...], "\n{\"cancel\"", to: ends.far)
      #expect(source.fill() == .bytes)
      #expect(!source.hasCancellation && OwnMemory.count(of: secret) > 0)
    }
    #expect(OwnMemory.count(of: secret) == 0)
    ends.closeFar()
  }

  /// Bytes of lines: text, what is no text, and what lies between.
  private static let samples: [[UInt8]] = [
    [], Array("horse".utf8), Array("é\u{1F600}".utf8), [0xFF], [0xC3], [0x61, 0, 0x62],
    [0xE2, 0x82, 0x61], Array("\u{FEFF}a\r".utf8), [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98],
  ]

  @Test("A secret line has the text, and the notice, of a plain one")
  func sameText() {
    for first in Self.samples {
      for second in Self.samples {
        var (plain, secret) = (LineBuffer(limit: 9), LineBuffer(limit: 9))
        plain.append(first + second + [0x0A] + second)
        secret.append(first + second + [0x0A] + second)
        plain.finish()
        secret.finish()
        while let line = plain.next() {
          let other = secret.nextSecret()
          #expect(other?.secret.text == line.text)
          #expect(other?.line.notice == line.notice)
          #expect(other?.secret.hasReplacements == line.text.unicodeScalars.contains("\u{FFFD}"))
        }
        #expect(secret.nextSecret() == nil)
      }
    }
  }

  @Test("Keys and marks of pasted texts are read in a secret as in a text")
  func sameMarks() {
    let parts = [
      "", "ab", "\u{1B}[A", "\u{1B}[1;5D", "\u{1B}OM", "\u{1B}[[A", "\u{1B}", PastedText.begin,
      PastedText.end, "é",
    ]
    let question = LineQuestion(prompt: "Passcode", isSecret: true)
    for first in parts {
      for second in parts {
        for third in parts {
          let line = first + second + third
          let keys = TypedSecret(copying: line).removingKeys()
          #expect(keys.text == KeySequence.removed(from: line))
          var (plain, secret) = (PasteReader(), PasteReader())
          for line in [first + second, third, second + PastedText.end] {
            switch plain.take(line, for: question) {
            case .unfinished:
              #expect(secret.take(TypedSecret(copying: line), for: question) == .unfinished)
            case .refused(let message):
              let found = secret.take(TypedSecret(copying: line), for: question)
              #expect(found == .refused(message))
            case .lines(let lines):
              let found = secret.take(TypedSecret(copying: line), for: question)
              #expect(found == .lines(lines.map { TypedSecret(copying: $0) }), "\(lines)")
            }
          }
        }
      }
    }
  }

  @Test("An empty answer keeps the secret that is set, and two quotes empty it")
  func present() {
    var question = LineQuestion(prompt: "Passcode", isSecret: true)
    for (answer, effect): (String, SessionMachine.Effect) in [
      ("", .keepValue), ("\"\"", .answer("")),
      ("horse", .answer(.secret(TypedSecret(copying: "horse")))),
    ] {
      question.present = "set"
      var machine = SessionMachine(isScript: false)
      _ = machine.take(.asked(question))
      #expect(machine.asksSecret)
      #expect(machine.take(.secret(TypedSecret(copying: answer))) == [effect])
      #expect(!machine.asksSecret)
    }
  }
}
