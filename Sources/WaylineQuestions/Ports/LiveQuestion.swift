import WaylineSystem

/// A question at a terminal that takes escape bytes: its lines are redrawn while keys are pressed.
///
/// It reads one byte at a time, so that whatever is typed after the answer is left for the next reader.
struct LiveQuestion {
  private let port: QuestionPort
  private let terminal: Terminal
  private let cancellation: QuestionCancellation?
  private var machine: QuestionMachine
  private var keys = KeyReader()

  /// The time after which an escape alone is the key Esc.
  private static let escapeTime = Duration.milliseconds(40)
  private static let (clearRest, clearBelow) = ("\u{1B}[K", "\u{1B}[J")
  private static let (markPastes, ignorePastes) = ("\u{1B}[?2004h", "\u{1B}[?2004l")

  init(
    _ form: QuestionForm, at port: QuestionPort, _ terminal: Terminal,
    _ cancellation: QuestionCancellation?
  ) {
    (self.port, self.terminal, self.cancellation) = (port, terminal, cancellation)
    machine = QuestionMachine(form)
  }

  /// Asks until an answer passes a check.
  ///
  /// - Throws: `CancellationError` when the question is left, and ``QuestionError`` at the end of the input.
  mutating func ask(_ check: (QuestionAnswer) -> String?) throws -> QuestionAnswer {
    begin()
    do {
      while true {
        switch machine.take(try nextKey()) {
        case .continues: break
        case .answers(let answer):
          guard let problem = check(answer) else {
            end(with: machine.form.conclusion(answer))
            return answer
          }
          machine.refuse(problem)
        case .leaves: throw CancellationError()
        case .ends: throw QuestionError.inputEnded(question: machine.form.prompt, advice: "")
        case .stops:
          end(with: nil)
          SignalPipe.stopProcess()
          begin()
        }
        draw()
      }
    } catch {
      end(with: "\(machine.form.promptBeforeAnswer) (no answer)")
      throw error
    }
  }

  private func begin() {
    terminal.beginKeys()
    TerminalGuard.setPasteMarks(true)
    port.write(Self.markPastes)
    draw()
  }

  /// Puts one line in the place of the question, or none, and gives the terminal back.
  private func end(with line: String?) {
    port.write("\r\(Self.clearBelow)\(line.map { "\($0)\n" } ?? "")\(Self.ignorePastes)")
    TerminalGuard.setPasteMarks(false)
    terminal.restore()
  }

  private mutating func nextKey() throws -> QuestionKey {
    while true {
      let mayBeEscape = keys.mayBeEscape
      guard try port.awaitInput(cancellation, within: mayBeEscape ? Self.escapeTime : nil) else {
        return keys.takeEscape()
      }
      var byte: UInt8 = 0
      switch withUnsafeMutableBytes(of: &byte, port.input.transferLine) {
      case .bytes: if let key = take(byte) { return key }
      case .nothing: continue
      case .end, .failed:
        throw QuestionError.inputEnded(question: machine.form.prompt, advice: "")
      }
    }
  }

  private mutating func take(_ byte: UInt8) -> QuestionKey? {
    if byte == terminal.interruptByte { return .interrupt }
    if byte == terminal.stopByte { return .stop }
    return keys.take(byte)
  }

  /// Shows the question as it is now, in one write, unless more keys wait.
  private func draw() {
    guard port.input.waitingBytes == 0 else { return }
    let size = port.output.terminalSize ?? (columns: 80, rows: 24)
    let shown = machine.lines(columns: size.columns, rows: size.rows)
    var text = "\r" + shown.lines.joined(separator: "\(Self.clearRest)\n")
    text += Self.clearRest + Self.clearBelow
    if shown.lines.count > 1 { text += "\u{1B}[\(shown.lines.count - 1)A" }
    text += shown.cursor > 0 ? "\r\u{1B}[\(shown.cursor)C" : "\r"
    port.write(text)
  }
}
