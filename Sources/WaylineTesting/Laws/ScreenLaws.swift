import Wayline
import WaylineSystem

/// A broken law, before it has commands: what happened, and the cause that it shares with others.
struct LawFinding: Hashable, Sendable, Codable {
  let law: Law
  var message: String
  /// One cause, or several that were found together, such as the labels of the rows of a list.
  ///
  /// Findings of one law with a cause in common are one violation.
  var causes: [String]

  init(law: Law, message: String, cause: String) {
    (self.law, self.message, causes) = (law, message, [cause])
  }
}

/// The laws about one screen alone.
struct ScreenLaws {
  let laws: Set<Law>
  let isCommand: (String) -> Bool

  /// Everything that is wrong with a screen and with what was printed.
  func findings(_ screen: ExploredScreen, printed: [String]) -> [LawFinding] {
    labelFindings(screen) + lineFindings(screen, printed: printed)
  }

  /// Everything that is wrong with the labels of a screen; the same for screens with equal labels.
  func labelFindings(_ screen: ExploredScreen) -> [LawFinding] {
    var found: [LawFinding] = []
    if laws.contains(.uniqueLabels) { found += joined(repeatedLabels(screen)) }
    if laws.contains(.labelIsCommand) {
      found += joined(numberLabels(screen)) + joined(commandLabels(screen))
    }
    if laws.contains(.width) { found += joined(wideLabels(screen)) }
    return found
  }

  /// Findings of one kind about one screen as one: the rows of a list have one cause.
  private func joined(_ findings: [LawFinding]) -> [LawFinding] {
    guard var first = findings.first, findings.count > 1 else { return findings }
    first.causes = findings.flatMap(\.causes)
    let count = findings.count - 1
    first.message +=
      count == 1
      ? " 1 other label of this screen breaks the law, too."
      : " \(count) other labels of this screen break the law, too."
    return [first]
  }

  /// Everything that is wrong with the lines of a screen and with what was printed.
  func lineFindings(_ screen: ExploredScreen, printed: [String]) -> [LawFinding] {
    var found: [LawFinding] = []
    let lines = screen.lines + printed
    if laws.contains(.noSecretShown) { found += shownSecrets(lines, screen) }
    if laws.contains(.noControlBytes) { found += controlBytes(lines, screen) }
    return found
  }

  /// Those of the printed lines that break a law.
  func broken(by printed: [String]) -> [String] {
    let (secrets, bytes) = (laws.contains(.noSecretShown), laws.contains(.noControlBytes))
    return printed.filter { secrets && Self.hasCanary($0) || bytes && Self.hasControl($0) }
  }

  private func repeatedLabels(_ screen: ExploredScreen) -> [LawFinding] {
    var counts: [String: Int] = [:]
    for label in screen.labels { counts[label.lowercased(), default: 0] += 1 }
    var seen: Set<String> = []
    return screen.labels.compactMap { label in
      guard let count = counts[label.lowercased()], count > 1,
        seen.insert(label.lowercased()).inserted
      else { return nil }
      return LawFinding(
        law: .uniqueLabels,
        message: "\(count) elements are called '\(label)'. Give each a label of its own.",
        cause: label.lowercased())
    }
  }

  private func commandLabels(_ screen: ExploredScreen) -> [LawFinding] {
    screen.labels.filter { isCommand($0) && !Self.isNumber($0) }.map { label in
      let word = label.prefix { $0 != " " }.lowercased()
      let reason =
        switch label.first {
        case "#": "is the label of an element, and begins like a comment"
        case "/": "is the label of an element, and begins like a search in the lines"
        case _ where word.count == label.count: "is the label of an element and a command"
        default: "is the label of an element, and begins with the command `\(word)`"
        }
      return LawFinding(
        law: .labelIsCommand, message: "'\(label)' \(reason). Use another label.",
        cause: label.lowercased())
    }
  }

  private func numberLabels(_ screen: ExploredScreen) -> [LawFinding] {
    screen.labels.filter(Self.isNumber).map { label in
      LawFinding(
        law: .labelIsCommand,
        message: "'\(label)' is the label of an element, and a number means the element with "
          + "that number. Use another label.", cause: label)
    }
  }

  private static func isNumber(_ label: String) -> Bool {
    !label.isEmpty && label.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private static let columns = 80

  private func wideLabels(_ screen: ExploredScreen) -> [LawFinding] {
    screen.labels.filter { DisplayWidth.of($0) > Self.columns }.map {
      LawFinding(
        law: .width,
        message: "The label '\($0.prefix(20))…' is \(DisplayWidth.of($0)) columns wide; a terminal "
          + "has \(Self.columns).", cause: $0)
    }
  }

  private func shownSecrets(_ lines: [String], _ screen: ExploredScreen) -> [LawFinding] {
    guard let line = lines.first(where: Self.hasCanary) else { return [] }
    return [
      LawFinding(
        law: .noSecretShown,
        message: "The value of a secret field was printed: "
          + "'\(line.replacing(ExploredScreen.canary, with: "********"))'.", cause: screen.cause)
    ]
  }

  // NB: `contains` of a text compares characters, and took a tenth of the time of a search.
  /// True if a line has the value of secret fields.
  private static func hasCanary(_ line: String) -> Bool {
    let canary = Array(ExploredScreen.canary.utf8)
    var line = line
    return line.withUTF8 { bytes in
      guard bytes.count >= canary.count else { return false }
      return (0...bytes.count - canary.count).contains {
        bytes[$0] == canary[0] && bytes[$0..<$0 + canary.count].elementsEqual(canary)
      }
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }

  /// True if a line has a control byte.
  private static func hasControl(_ line: String) -> Bool {
    line.unicodeScalars.contains(where: isControl)
  }

  private func controlBytes(_ lines: [String], _ screen: ExploredScreen) -> [LawFinding] {
    guard let line = lines.first(where: Self.hasControl) else { return [] }
    let shown = String(
      String.UnicodeScalarView(line.unicodeScalars.map { Self.isControl($0) ? "?" : $0 }))
    return [
      LawFinding(
        law: .noControlBytes, message: "A control byte was printed in '\(shown)'.",
        cause: screen.cause)
    ]
  }

}

extension LawFinding {
  /// The crash of a program, or another end of it that it did not announce.
  init(_ crash: CrashRecord.Crash) {
    self.init(crashAfter: crash.cause, ending: crash.ending)
    if let row = crash.row { causes = [row] }
    if let sentence = crash.sentence { message += " It printed: '\(sentence)'" }
  }

  /// The broken law behind the end of a worker.
  init(crashAfter command: String, ending: String?) {
    if let ending, ending.hasPrefix(ExploreWorker.stuckPrefix) {
      let time = ending.dropFirst(ExploreWorker.stuckPrefix.count)
      self.init(
        law: .settles, message: "'\(command)' had not ended after \(time).", cause: command)
      return
    }
    if ending == "SIGSTOP" {
      self.init(
        law: .noCrash, message: "The program stopped itself after '\(command)'.",
        cause: DrivenScene.withoutNumber(command))
      return
    }
    let words = ending.map { " with \($0)" } ?? ""
    self.init(
      law: .noCrash, message: "The program ended\(words) after '\(command)'.",
      cause: DrivenScene.withoutNumber(command))
  }

  /// The broken law behind a reported mistake of the programmer.
  init(misuse sentence: String) {
    let isRestless =
      sentence.contains("was cut off") || sentence.contains("more than twice in one update")
    self.init(law: isRestless ? .settles : .noMisuse, message: sentence, cause: sentence)
  }
}
