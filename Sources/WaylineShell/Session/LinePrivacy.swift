import WaylineNavigation
import WaylineViews

/// The privacy of typed lines.
///
/// A secret is easily typed at the wrong time: before the field asks for it, with a mistyped number,
/// behind the command that would have asked for it. So these are never shown again, nor logged, nor
/// stored in the history: the value of a private element, which is a secret field or a privacy-sensitive
/// one, the words of a command that takes none, and, on a screen with a private element, whatever was
/// refused.
extension Session {
  /// The text in place of a secret wherever lines are shown.
  nonisolated static let mask = "********"

  private static let hiddenRefusal = Message.problem(.refusedPrivately)

  /// True if the screen that the user sees, or the present one, has a secret field.
  var hasSecretField: Bool {
    if let shown, shown.hasSecretField { return true }
    return host.revision != shownRevision && beginningOfScreen().hasSecretField
  }

  /// The line without the value that it gives a secret.
  func masked(_ line: String, _ command: Command) -> String {
    guard case .act(let index, let value?) = command, !value.isEmpty,
      let elements = shown?.elements, elements[index].isPrivate
    else { return line }
    return "\(elements[index].label): \(Self.mask)"
  }

  /// The line as it is shown again, if it gives a secret its value; nil for any other.
  func maskedForm(of line: String) -> String? {
    guard question == nil, hasSecretField, case .success(let command) = parser.read(line),
      secret(in: command) != nil
    else { return nil }
    return masked(line, command)
  }

  /// The secret field that a command gives a value.
  private func secret(in command: Command) -> Int? {
    guard case .act(let index, let value?) = command, !value.isEmpty, let shown,
      shown.elements[index].kind == .secret
    else { return nil }
    return index
  }

  /// Names the way to enter a secret that shows nothing, once, after one was typed openly.
  func nameHiddenWay(_ command: Command) {
    guard !options.isScript, !options.readsJSON, !hasNamedHiddenWay, frame.status == nil,
      let index = secret(in: command), let shown
    else { return }
    hasNamedHiddenWay = true
    sayAtTerminal(.hiddenWay(shown.number(of: index), label: shown.elements[index].label))
  }

  /// Refuses a command with words that it does not take; they may be a passphrase.
  ///
  /// - Returns: whether it was refused.
  func refusesWords(of command: Command) -> Bool {
    guard case .registered(let name, let words, _) = command,
      let registered = commands.first(where: { $0.name == name }),
      let plain = registered.withoutOptions(words), !registered.accepts(plain)
    else { return false }
    frame.line = "\(name) \(Self.mask)"
    refuse(
      registered.usage == name ? .takesNoWords(command: name) : .misused(usage: registered.usage))
    return true
  }

  /// Refuses a line that is not a command; its text is repeated only where it cannot be a secret.
  func refuse(_ line: String, _ message: ShellMessage) {
    let isPrivate = hasSecretField || resemblesSensitiveCommand(line)
    frame.line = isPrivate ? Self.mask : line
    guard isPrivate, let rule = message.ruleAlone else { return refuse(message) }
    guard hasSecretField else { return refuse(.unknownPrivately) }
    if case .unknown = message, let way = wayToSecret {
      return refuse(.unreadPrivately(reason: "\(rule) \(way)"))
    }
    refuse(.unreadPrivately(reason: rule))
  }

  /// The advice for a secret that was typed before its field asked for it; nil where several fields take
  /// one, and where the line may be the value of another field that is empty.
  private var wayToSecret: ShellMessage? {
    let screen = shown ?? beginningOfScreen()
    let elements = screen.elements
    let fields = elements.indices.filter { elements[$0].isPrivate }
    let mayBeText = elements.contains {
      $0.kind == .text && !$0.isPrivate && $0.isEnabled && $0.value.isEmpty
    }
    guard fields.count == 1, !mayBeText, elements[fields[0]].isEnabled else { return nil }
    return .typeNumber(screen.number(of: fields[0]), toEnter: elements[fields[0]].label)
  }

  /// Refuses a line of `--json` that is no request, or no answer while a question is open; as
  /// ``refuse(_:_:)`` does, its text is repeated and logged only where it cannot be a secret.
  func refuse(request line: String, _ message: ShellMessage) {
    endStep()
    answering {
      let isPrivate = question?.isSecret ?? false || hasSecretField
      frame.input = isPrivate ? .refused : .request(line: line)
      if isPrivate, case .invalidRequest = message { return refuse(.invalidRequest(nil)) }
      if isPrivate, case .brokenRequest = message { return refuse(.brokenRequest(nil)) }
      refuse(message)
    }
  }

  /// The longest word that may be a mistyped command, in characters.
  private static let longestWord = 64

  /// True if a line begins almost like a command whose words are never shown: `unlok hunter2`.
  private func resemblesSensitiveCommand(_ line: String) -> Bool {
    let text = line.drop(while: \.isWhitespace)
    // No longer word is near to a command, and a pasted text is not read to its end.
    let word = text.prefix(Self.longestWord).prefix { !$0.isWhitespace }
    guard word.endIndex < text.endIndex, text[word.endIndex].isWhitespace,
      text[word.endIndex...].contains(where: { !$0.isWhitespace })
    else { return false }
    let first = word.drop { ":\"'".contains($0) }
    let sensitive = commands.filter(\.isSensitive).map(\.name)
    return !nearest(to: first.lowercased(), among: sensitive, limit: 1).isEmpty
  }

  /// A line on a screen with a secret field, whose command has not ended.
  struct HeldLine {
    /// The line; nil once it is shown.
    var line: String?
    /// The text in it that the user chose.
    let text: String
  }

  /// Decides whether a line on a screen with a secret field may be shown: not if it was refused.
  ///
  /// While its command runs, the line is held back.
  /// - Parameter first: the index of the first message of the command.
  func settle(_ line: String, _ command: Command, messagesFrom first: Int) {
    let isSaid = namesSource(command) || frame.isPlaceRefused
    let text = isSaid ? "" : command.freeText ?? ""
    if running != nil, !text.isEmpty {
      (held, frame.line) = (HeldLine(line: line, text: text), nil)
    } else if frame.isSecret {
      hide(text, messagesFrom: first)
    } else if frame.status == nil {
      keep(line, command)
    } else if !text.isEmpty {
      frame.line = Self.mask
      hide(text, messagesFrom: first)
    }
  }

  /// True if the value of a command is the place of a secret in a script, not the secret.
  private func namesSource(_ command: Command) -> Bool {
    guard options.secretValue != nil, case .act(_, let value?) = command else { return false }
    return value.hasPrefix("@") && !value.hasPrefix("@@")
  }

  /// Shows the line of a running command that was held back, since the command asks a question.
  func showHeldLine() {
    guard let line = held?.line else { return }
    frame.line = line
    options.history?.append(line)
    held?.line = nil
  }

  /// Shows or masks the line of a command that has ended.
  func settleHeldLine(messagesFrom first: Int) {
    guard let held else { return }
    if frame.status == nil {
      showHeldLine()
    } else {
      if held.line != nil { frame.line = Self.mask }
      hide(held.text, messagesFrom: first)
    }
    self.held = nil
  }

  /// Replaces the messages of a command that repeat its text, or a word of it.
  ///
  /// In any case, since names are compared in lower case; and all problems if the text has percent
  /// escapes, which a message repeats decoded.
  /// - Parameters:
  ///   - text: the text that the user chose: a value, or the words after a command.
  ///   - first: the index of the first message of the command.
  func hide(_ text: String, messagesFrom first: Int) {
    if frame.status == nil || text.isEmpty { return }
    let text = text.lowercased()
    let words = text.split { !$0.isLetter && !$0.isNumber } + [text[...]]
    for (index, message) in frame.messages.enumerated().dropFirst(first) {
      let shown = message.text.lowercased()
      let isDecoded = text.contains("%") && message.kind == .problem
      if isDecoded || words.contains(where: { shown.contains($0) }) {
        frame.messages[index] = Self.hiddenRefusal
      }
    }
  }
}

extension Command {
  /// The part of a line that its user chose freely: a value, or the words after a command.
  var freeText: String? {
    switch self {
    case .act(_, let value): value
    case .navigate(.open(let words)): words.joined(separator: " ")
    case .page(.find(let text)): text
    case .help(let word): word
    case .wait(let request): request.text
    case .registered(_, _, let text): text
    default: nil
    }
  }
}
