import FoundationEssentials
import Wayline

// NB: each type writes its properties in one order and reads them in the same. Another order or another property needs
// another `SharedBytes.version`.

extension SharedRecord {
  /// The record as bytes.
  var data: Data {
    var bytes = SharedBytes()
    write(to: &bytes)
    return bytes.finished()
  }

  /// Reads the bytes of a record.
  init(_ data: Data) throws(SharedRecordProblem) {
    var reader = try SharedReader(data)
    try self.init(from: &reader)
    try reader.end()
  }
}

extension SharedRecord: SharedValue {
  func write(to bytes: inout SharedBytes) {
    laws.write(to: &bytes)
    isDifferent.write(to: &bytes)
    steps.write(to: &bytes)
    surprises.write(to: &bytes)
  }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) {
    laws = try SharedLaws(from: &reader)
    isDifferent = try Bool?(from: &reader)
    steps = try [SharedStep](from: &reader)
    surprises = try SharedSurprises?(from: &reader)
  }
}

extension SharedEffect: SharedValue {
  func write(to bytes: inout SharedBytes) {
    switch self {
    case .law(let finding, let violation):
      bytes.write(byte: 0)
      finding.write(to: &bytes)
      violation.write(to: &bytes)
    case .property(let violation):
      bytes.write(byte: 1)
      violation.write(to: &bytes)
    case .applied(let property):
      bytes.write(byte: 2)
      bytes.write(text: property)
    case .reached(let property, let commands):
      bytes.write(byte: 3)
      bytes.write(text: property)
      commands.write(to: &bytes)
    case .note(let text):
      bytes.write(byte: 4)
      bytes.write(text: text)
    }
  }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) {
    switch try reader.byte() {
    case 0:
      let finding = try LawFinding(from: &reader)
      self = .law(finding, try ExplorationReport.Violation(from: &reader))
    case 1: self = .property(try ExplorationReport.Violation(from: &reader))
    case 2: self = .applied(try reader.text())
    case 3:
      let property = try reader.text()
      self = .reached(property, try [String](from: &reader))
    case 4: self = .note(try reader.text())
    default: throw .damaged
    }
  }
}

// MARK: - Laws

extension SharedLaws: SharedValue {
  func write(to bytes: inout SharedBytes) {
    hasEnded.write(to: &bytes)
    ofState.write(to: &bytes)
    bytes.write(text: kind)
    ofKind.write(to: &bytes)
    ofRestart.write(to: &bytes)
  }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) {
    hasEnded = try Bool(from: &reader)
    ofState = try [SharedEffect](from: &reader)
    kind = try reader.text()
    ofKind = try Checked?(from: &reader)
    ofRestart = try [SharedEffect]?(from: &reader)
  }
}

extension SharedLaws.Checked: SharedValue {
  func write(to bytes: inout SharedBytes) {
    effects.write(to: &bytes)
    quits.write(to: &bytes)
  }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) {
    effects = try [SharedEffect](from: &reader)
    quits = try Bool?(from: &reader)
  }
}

extension LawFinding: SharedValue {
  func write(to bytes: inout SharedBytes) {
    bytes.write(text: law.rawValue)
    bytes.write(text: message)
    causes.write(to: &bytes)
  }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) {
    guard let law = Law(rawValue: try reader.text()) else { throw .damaged }
    self.law = law
    message = try reader.text()
    causes = try [String](from: &reader)
  }
}

extension ExplorationReport.Violation: SharedValue {
  func write(to bytes: inout SharedBytes) {
    bytes.write(text: property)
    bytes.write(text: message)
    for texts in [commands, loop, places, before, after, causes] { texts.write(to: &bytes) }
    bytes.write(count: count)
    setup.write(to: &bytes)
  }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) {
    property = try reader.text()
    message = try reader.text()
    commands = try [String](from: &reader)
    loop = try [String](from: &reader)
    places = try [String](from: &reader)
    before = try [String](from: &reader)
    after = try [String](from: &reader)
    causes = try [String](from: &reader)
    count = try reader.count()
    setup = try ViolationSetup(from: &reader)
  }
}

extension ViolationSetup: SharedValue {
  func write(to bytes: inout SharedBytes) {
    fields.write(to: &bytes)
    lines.write(to: &bytes)
    needsAllStates.write(to: &bytes)
  }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) {
    fields = try [Field](from: &reader)
    lines = try [String](from: &reader)
    needsAllStates = try Bool(from: &reader)
  }
}

extension ViolationSetup.Field: SharedValue {
  func write(to bytes: inout SharedBytes) {
    bytes.write(text: label)
    values.write(to: &bytes)
  }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) {
    label = try reader.text()
    values = try [String](from: &reader)
  }
}

// MARK: - Steps

extension SharedStep: SharedValue {
  func write(to bytes: inout SharedBytes) {
    target.write(to: &bytes)
    refusal.write(to: &bytes)
    messages.write(to: &bytes)
    findings.write(to: &bytes)
    ofSteps.write(to: &bytes)
    ofMessages.write(to: &bytes)
    arrival.write(to: &bytes)
    work.write(to: &bytes)
  }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) {
    target = try reader.word()
    refusal = try String?(from: &reader)
    messages = try [String](from: &reader)
    findings = try [SharedEffect](from: &reader)
    ofSteps = try [SharedEffect](from: &reader)
    ofMessages = try [SharedEffect](from: &reader)
    arrival = try SharedArrival?(from: &reader)
    work = try [SharedWait](from: &reader)
  }
}

extension SharedWait: SharedValue {
  func write(to bytes: inout SharedBytes) {
    bytes.write(text: line)
    target.write(to: &bytes)
  }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) {
    line = try reader.text()
    target = try reader.word()
  }
}

extension SharedArrival: SharedValue {
  func write(to bytes: inout SharedBytes) {
    for hash in [fingerprint, scene, views] { hash.write(to: &bytes) }
    screen.write(to: &bytes)
    commands.write(to: &bytes)
    isPartial.write(to: &bytes)
    names.write(to: &bytes)
    answers.bits.write(to: &bytes)
    places.write(to: &bytes)
    declared.write(to: &bytes)
    findings.write(to: &bytes)
    ofWayBack.write(to: &bytes)
    edit.write(to: &bytes)
    refusals.write(to: &bytes)
  }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) {
    fingerprint = try reader.word()
    scene = try reader.word()
    views = try reader.word()
    screen = try ExploredScreen.Record(from: &reader)
    commands = try [String](from: &reader)
    isPartial = try Bool(from: &reader)
    names = try Set(from: &reader)
    answers = Findings(bits: try reader.word())
    places = try [[Place]](from: &reader)
    declared = try [String](from: &reader)
    findings = try [LawFinding](from: &reader)
    ofWayBack = try [SharedEffect](from: &reader)
    edit = try Edit?(from: &reader)
    refusals = try Once?(from: &reader)
  }
}

extension SharedArrival.Place: SharedValue {
  func write(to bytes: inout SharedBytes) {
    hash.write(to: &bytes)
    name.write(to: &bytes)
    findings.write(to: &bytes)
  }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) {
    hash = try reader.word()
    name = try String?(from: &reader)
    findings = try [LawFinding](from: &reader)
  }
}

extension SharedArrival.Once: SharedValue {
  func write(to bytes: inout SharedBytes) { effects.write(to: &bytes) }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) {
    effects = try [SharedEffect]?(from: &reader)
  }
}

extension SharedArrival.Edit: SharedValue {
  func write(to bytes: inout SharedBytes) {
    undo.write(to: &bytes)
    asked.write(to: &bytes)
  }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) {
    undo = try SharedArrival.Once(from: &reader)
    asked = try [SharedEffect](from: &reader)
  }
}

// MARK: - Screens

extension ExploredScreen.Record: SharedValue {
  func write(to bytes: inout SharedBytes) {
    lines.write(to: &bytes)
    bytes.write(text: place)
    url.write(to: &bytes)
    elements.write(to: &bytes)
    pending.write(to: &bytes)
    ready.write(to: &bytes)
    endless.write(to: &bytes)
    messages.write(to: &bytes)
    guardAnswers.write(to: &bytes)
    timers.write(to: &bytes)
    places.write(to: &bytes)
    isFirst.write(to: &bytes)
    isAsking.write(to: &bytes)
    holdsRows.write(to: &bytes)
    hasEnded.write(to: &bytes)
    bytes.write(text: kindName)
    bytes.write(text: cause)
  }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) {
    lines = try [String](from: &reader)
    place = try reader.text()
    url = try String?(from: &reader)
    elements = try [SceneElement](from: &reader)
    pending = try [String](from: &reader)
    ready = try [String](from: &reader)
    endless = try [String](from: &reader)
    messages = try [String](from: &reader)
    guardAnswers = try [String](from: &reader)
    timers = try [Duration](from: &reader)
    places = try reader.word()
    isFirst = try Bool(from: &reader)
    isAsking = try Bool(from: &reader)
    holdsRows = try Bool(from: &reader)
    hasEnded = try Bool(from: &reader)
    kindName = try reader.text()
    cause = try reader.text()
  }
}

extension SceneElement: SharedValue {
  func write(to bytes: inout SharedBytes) {
    bytes.write(count: number)
    isEnabled.write(to: &bytes)
    for text in [label, value, text, kind] { bytes.write(text: text) }
    choices.write(to: &bytes)
    allowsSeveral.write(to: &bytes)
  }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) {
    let (number, isEnabled) = (try reader.count(), try Bool(from: &reader))
    let (label, value) = (try reader.text(), try reader.text())
    let (text, kind) = (try reader.text(), try reader.text())
    let choices = try [String](from: &reader)
    self.init(
      number: number, isEnabled: isEnabled, label: label, value: value, text: text, kind: kind,
      choices: choices, allowsSeveral: try Bool(from: &reader))
  }
}

// MARK: - Surprises

extension SharedSurprises: SharedValue {
  func write(to bytes: inout SharedBytes) {
    waiting.write(to: &bytes)
    for flag in [isBlocked, hasContinuedInOrder, hasForeignChange] { flag.write(to: &bytes) }
    commandsBeforeForeignChanges.write(to: &bytes)
    loss.write(to: &bytes)
  }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) {
    waiting = try Set(from: &reader)
    isBlocked = try Bool(from: &reader)
    hasContinuedInOrder = try Bool(from: &reader)
    hasForeignChange = try Bool(from: &reader)
    commandsBeforeForeignChanges = try Set(from: &reader)
    loss = try SnapshotLoss(from: &reader)
  }
}

extension SnapshotLoss: SharedValue {
  func write(to bytes: inout SharedBytes) {
    types.write(to: &bytes)
    commands.write(to: &bytes)
  }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) {
    types = try Set(from: &reader)
    commands = try [String]?(from: &reader)
  }
}
