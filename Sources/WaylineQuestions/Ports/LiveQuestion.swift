import WaylineSystem

/// A question at a terminal that takes escape bytes: its lines are redrawn while keys are pressed.
///
/// It reads one byte at a time, so that whatever is typed after the answer is left for the next reader.
struct LiveQuestion {
  private let port: QuestionPort
  private let terminal: Terminal
  private let manner: AskingManner
  private var machine: QuestionMachine
  private var keys = KeyReader()
  /// The width at which the question was drawn, and the column of the cursor.
  private var drawn: (size: (columns: Int, rows: Int), cursor: Int)?

  /// The time after which an escape alone is the key Esc.
  private static let escapeTime = Duration.milliseconds(40)
  /// The time after which the size of the window is looked at again: its signal belongs to the program.
  private static let sizeTime = Duration.milliseconds(200)
  private static let (clearRest, clearBelow) = ("\u{1B}[K", "\u{1B}[J")
  private static let (markPastes, ignorePastes) = ("\u{1B}[?2004h", "\u{1B}[?2004l")

  init(
    _ form: QuestionForm, at port: QuestionPort, _ terminal: Terminal,
    _ manner: AskingManner
  ) {
    (self.port, self.terminal, self.manner) = (port, terminal, manner)
    machine = QuestionMachine(form, allowsBack: manner.allowsBack)
  }

  /// Asks until an answer passes a check.
  ///
  /// - Throws: `CancellationError` when the question is left, ``GoesBack``, and ``QuestionError`` at the
  ///   end of the input.
  mutating func ask(_ check: (QuestionAnswer) -> String?) throws -> QuestionAnswer {
    begin()
    do {
      while true {
        switch machine.take(try nextKey()) {
        case .continues: break
        case .answers(let answer):
          guard let problem = check(answer) else {
            end(with: manner.leavesLine ? machine.form.conclusion(answer) : nil)
            return answer
          }
          machine.refuse(problem)
        case .leaves: throw CancellationError()
        case .goesBack: throw GoesBack()
        case .ends: throw QuestionError.inputEnded(question: machine.form.prompt, advice: "")
        case .stops:
          end(with: nil)
          SignalPipe.stopProcess()
          begin()
        }
        draw()
      }
    } catch let request as GoesBack {
      end(with: nil)
      throw request
    } catch {
      end(with: "\(machine.form.promptBeforeAnswer) (no answer)")
      throw error
    }
  }

  private mutating func begin() {
    terminal.beginKeys()
    TerminalGuard.setPasteMarks(true)
    port.write(Self.markPastes)
    draw()
  }

  /// Puts one line in the place of the question, or none, and gives the terminal back.
  private mutating func end(with line: String?) {
    port.write(
      "\(toFirstLine(at: size))\(Self.clearBelow)\(line.map { "\($0)\n" } ?? "")\(Self.ignorePastes)"
    )
    TerminalGuard.setPasteMarks(false)
    terminal.restore()
    drawn = nil
  }

  private mutating func nextKey() throws -> QuestionKey {
    while true {
      let mayBeEscape = keys.mayBeEscape
      let limit = mayBeEscape ? Self.escapeTime : Self.sizeTime
      guard try port.awaitInput(manner.cancellation, within: limit) else {
        if mayBeEscape { return keys.takeEscape() }
        if let drawn, drawn.size != size { draw() }
        continue
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
  private mutating func draw() {
    guard port.input.waitingBytes == 0 else { return }
    let size = size
    let shown = machine.lines(columns: size.columns, rows: size.rows)
    var text = toFirstLine(at: size) + shown.lines.joined(separator: "\(Self.clearRest)\n")
    text += Self.clearRest + Self.clearBelow
    if shown.lines.count > 1 { text += "\u{1B}[\(shown.lines.count - 1)A" }
    text += shown.cursor > 0 ? "\r\u{1B}[\(shown.cursor)C" : "\r"
    port.write(text)
    drawn = (size, shown.cursor)
  }

  private var size: (columns: Int, rows: Int) { port.output.terminalSize ?? (80, 24) }

  /// The bytes that move the cursor to the beginning of the question.
  ///
  /// A window that has become narrower has wrapped the lines, and the cursor stays with its character.
  private func toFirstLine(at size: (columns: Int, rows: Int)) -> String {
    guard let drawn, size.columns < drawn.size.columns else { return "\r" }
    let rows = drawn.cursor / size.columns
    return rows > 0 ? "\r\u{1B}[\(rows)A" : "\r"
  }
}
