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
  private var region: QuestionRegion

  /// The time after which an escape alone is the key Esc.
  private static let escapeTime = Duration.milliseconds(40)
  /// The time after which the size of the window is looked at again: its signal belongs to the program.
  private static let sizeTime = Duration.milliseconds(200)
  private static let (markPastes, ignorePastes) = ("\u{1B}[?2004h", "\u{1B}[?2004l")

  init(
    _ form: QuestionForm, at port: QuestionPort, _ terminal: Terminal,
    _ manner: AskingManner
  ) {
    (self.port, self.terminal, self.manner) = (port, terminal, manner)
    machine = QuestionMachine(form, allowsBack: manner.allowsBack)
    region = QuestionRegion(hasStyles: TextOutput(descriptor: port.output.number).hasStyles)
  }

  /// Asks until an answer passes a check.
  ///
  /// - Throws: `CancellationError` when the question is left, ``GoesBack``, and ``QuestionError`` at the
  ///   end of the input.
  mutating func ask(_ check: (QuestionAnswer) -> String?) throws -> QuestionAnswer {
    begin()
    do {
      while true {
        let key = try nextKey()
        if Inquiry.turn.isEnterOfDigit(key) { continue }
        switch machine.take(key) {
        case .continues, .keeps, .moves: break
        case .answers(let answer):
          guard let problem = check(answer) else {
            if case .character = key { Inquiry.turn.noteDigit() }
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
    let cleared = region.clear(columns: size.columns)
    port.write("\(cleared)\(line.map { "\($0)\n" } ?? "")\(Self.ignorePastes)")
    TerminalGuard.setPasteMarks(false)
    terminal.restore()
  }

  private mutating func nextKey() throws -> QuestionKey {
    while true {
      let mayBeEscape = keys.mayBeEscape
      let limit = mayBeEscape ? Self.escapeTime : Self.sizeTime
      guard try port.awaitInput(manner.cancellation, within: limit) else {
        if mayBeEscape { return keys.takeEscape() }
        if !region.isDrawn(columns: size.columns, rows: size.rows) { draw() }
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
    port.write(region.draw(machine, columns: size.columns, rows: size.rows))
  }

  private var size: (columns: Int, rows: Int) { port.output.terminalSize ?? (80, 24) }
}
