import FoundationEssentials
import Testing
import Wayline

@testable import WaylineTesting

/// The records of expanded states as bytes, which workers of other processes read.
@Suite("The records of a shared search")
struct SharedRecordTests {
  /// Texts whose bytes are not those of other texts that are equal to them, or that are long.
  private nonisolated static let texts = [
    "", "a", "15 UTF-8 bytes.", "16 UTF-8 bytes …", "é", "e\u{301}", "\u{301}", "👩‍👩‍👧", "a\u{0}b",
    "a\nb|c ",
    String(repeating: "x", count: 127), String(repeating: "ß", count: 10_000),
  ]

  private static let violations = [
    ExplorationReport.Violation(property: "", message: "", commands: []),
    violation,
  ]
  private static var violation: ExplorationReport.Violation {
    var violation = ExplorationReport.Violation(
      property: Law.width.rawValue, message: "Zu breit: ß", commands: ["1", "2 é"], loop: ["back"],
      places: ["/desk"], before: ["", "a"], after: ["b"], count: 300, causes: ["c", "e\u{301}"])
    violation.setup.fields = [
      .init(label: "Member", values: ["Ann", ""]), .init(label: "", values: []),
    ]
    violation.setup.lines = [":open /desk", ""]
    violation.setup.needsAllStates = true
    return violation
  }

  /// Effects of each case, and findings of each law.
  private nonisolated static var effects: [SharedEffect] {
    violations.flatMap { violation in
      [.property(violation)]
        + Law.allCases.map {
          .law(LawFinding(law: $0, message: "m \($0)", cause: "c"), violation)
        }
    } + texts.flatMap { [.applied($0), .note($0), .reached($0, [$0, $0]), .reached($0, [])] }
  }

  /// A screen; with all lists empty, or none.
  private static func screen(isEmpty: Bool) -> ExploredScreen.Record {
    let elements = [true, false].flatMap { flag in
      texts.map {
        SceneElement(
          number: $0.utf8.count, isEnabled: flag, label: $0, value: "v", text: "t \($0)",
          kind: "choice", choices: flag ? [] : texts, allowsSeveral: !flag)
      }
    }
    let timers: [Duration] = [
      .zero, .seconds(30), .milliseconds(-1), .nanoseconds(1), .seconds(Int64.max),
      .seconds(Int64.min),
    ]
    return ExploredScreen.Record(
      lines: isEmpty ? [] : texts, place: isEmpty ? "" : "Desk › é", url: isEmpty ? nil : "/desk",
      elements: isEmpty ? [] : elements, pending: isEmpty ? [] : ["p"],
      ready: isEmpty ? [] : ["r", ""], endless: isEmpty ? [] : ["e"],
      messages: isEmpty ? [] : texts, guardAnswers: isEmpty ? [] : ["yes"],
      timers: isEmpty ? [] : timers, places: isEmpty ? 0 : .max, isFirst: isEmpty,
      isAsking: !isEmpty, holdsRows: isEmpty, hasEnded: !isEmpty,
      kindName: isEmpty ? "" : "kind\u{0}", cause: isEmpty ? "" : "cause")
  }

  private static func arrival(isEmpty: Bool) -> SharedArrival {
    let place = SharedArrival.Place(
      hash: 0x0102_0304_0506_0708, name: "Route.book",
      findings: [LawFinding(law: .linkRoundTrip, message: "", cause: "")])
    return SharedArrival(
      fingerprint: isEmpty ? 0 : .max, scene: 1, views: 1 << 63, screen: screen(isEmpty: isEmpty),
      commands: isEmpty ? [] : texts, isPartial: !isEmpty, names: isEmpty ? [] : Set(texts),
      answers: Findings(bits: isEmpty ? 0 : 0xDEAD_BEEF),
      places: isEmpty ? [] : [[], [place, SharedArrival.Place(hash: 0, name: nil)]],
      declared: isEmpty ? [] : texts, findings: isEmpty ? [] : place.findings,
      ofWayBack: isEmpty ? [] : effects)
  }

  /// Records that have together each case, each option with and without a value, and lists of all sizes.
  private static var records: [SharedRecord] {
    var records = [SharedRecord()]
    records += [true, false].map { SharedRecord(isDifferent: $0) }
    records += [nil, true, false].map { quits in
      let ofKind = SharedLaws.Checked(effects: quits == nil ? [] : effects, quits: quits)
      return SharedRecord(
        laws: SharedLaws(
          hasEnded: quits == true, ofState: quits == true ? effects : [], kind: "kind\u{0}é",
          ofKind: ofKind, ofRestart: quits == false ? [] : effects))
    }
    var step = SharedStep(target: 0, refusal: nil, messages: [])
    var steps = [step]
    (step.target, step.refusal, step.messages) = (.max, "", texts)
    (step.findings, step.ofSteps, step.ofMessages) = (effects, [.note("a")], [.applied("b")])
    steps.append(step)
    let checks: [SharedArrival.Once?] = [nil, .init(), .init(effects: []), .init(effects: effects)]
    for isEmpty in [true, false] {
      for check in checks {
        step.arrival = arrival(isEmpty: isEmpty)
        step.arrival?.refusals = check
        step.arrival?.edit = check.map { SharedArrival.Edit(undo: $0, asked: [.note("asked")]) }
        steps.append(step)
      }
    }
    records += steps.map { SharedRecord(steps: [$0]) } + [SharedRecord(steps: steps)]
    records += [nil, [], ["1", "é"]].map { commands in
      let loss = SnapshotLoss(types: commands == nil ? [] : ["A", "B"], commands: commands)
      return SharedRecord(
        surprises: SharedSurprises(
          waiting: ["w"], isBlocked: commands == nil, hasContinuedInOrder: commands == [],
          hasForeignChange: commands?.count == 2, commandsBeforeForeignChanges: Set(texts),
          loss: loss))
    }
    return records
  }

  @Test("A record of each kind is read as it was written, byte for byte")
  func roundTrip() throws {
    for record in Self.records {
      let data = record.data
      let read = try SharedRecord(data)
      // Texts that are equal may have other bytes, so these are compared, too.
      #expect(read == record)
      #expect(read.data == data)
    }
  }

  @Test("A record of a hundred thousand lines is read as it was written")
  func large() throws {
    var (record, arrival) = (SharedRecord(), Self.arrival(isEmpty: false))
    arrival.declared = (0..<100_000).map { "Line \($0)" }
    record.steps = [SharedStep(target: 1, refusal: nil, messages: [], arrival: arrival)]
    #expect(try SharedRecord(record.data) == record)
  }

  /// A record that has most kinds in a few hundred bytes, each byte of which is tried.
  private static var small: SharedRecord {
    var step = SharedStep(target: 7, refusal: "no", messages: ["m"])
    (step.findings, step.ofSteps) = ([.property(violation)], [.reached("goal", ["1"])])
    var arrival = arrival(isEmpty: true)
    arrival.names = ["a", "b"]
    arrival.declared = ["d"]
    arrival.places = [[SharedArrival.Place(hash: 1, name: "n")]]
    arrival.ofWayBack = [.law(LawFinding(law: .width, message: "m", cause: "c"), violation)]
    arrival.edit = SharedArrival.Edit(undo: .init(effects: [.note("n")]))
    arrival.screen = ExploredScreen.Record(
      lines: ["l", ""], place: "p", url: "u",
      elements: [
        SceneElement(
          number: 1, isEnabled: true, label: "l", value: "", text: "l", kind: "button",
          choices: ["c"], allowsSeveral: false)
      ], pending: [], ready: [], endless: [], messages: [], guardAnswers: [],
      timers: [.milliseconds(3)], places: 1, isFirst: true, isAsking: false, holdsRows: false,
      hasEnded: false, kindName: "k", cause: "c")
    step.arrival = arrival
    return SharedRecord(
      laws: SharedLaws(kind: "k", ofKind: .init(effects: [.note("n")], quits: true)),
      isDifferent: false, steps: [step],
      surprises: SharedSurprises(waiting: ["w"], loss: SnapshotLoss(types: ["T"], commands: ["1"])))
  }

  @Test("A record that is cut anywhere, or has a byte more, is refused")
  func cut() throws {
    let data = Self.small.data
    for count in 0..<data.count {
      #expect(throws: SharedRecordProblem.self, "\(count)") { try SharedRecord(data.prefix(count)) }
    }
    #expect(throws: SharedRecordProblem.damaged) { try SharedRecord(data + [0]) }
  }

  @Test("A record of which any bit has changed is refused")
  func flipped() throws {
    let bytes = [UInt8](Self.small.data)
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << bit
        let problem: SharedRecordProblem = index == 0 ? .otherVersion : .damaged
        #expect(throws: problem, "\(index) \(bit)") { try SharedRecord(Data(changed)) }
      }
    }
  }

  @Test("Bytes that were never written as a record are refused or read, whatever they are")
  func resealed() throws {
    let bytes = [UInt8](Self.small.data)
    var refused = 0
    /// Reads bytes after giving them the hash of a whole record.
    func read(_ body: ArraySlice<UInt8>) {
      do throws(SharedRecordProblem) {
        _ = try SharedRecord(SharedBytes.sealed(Array(bytes.prefix(SharedBytes.head) + body)))
      } catch {
        refused += 1
      }
    }
    let body = bytes[SharedBytes.head...]
    for index in body.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF, body[index] ^ 1, body[index] &+ 1] {
        var changed = body
        changed[index] = value
        read(changed)
      }
      read(body[..<index])
      read(body[..<index] + [UInt8](repeating: 0xFF, count: 12))
      read(body[..<index] + body[index...].reversed())
    }
    #expect(refused > body.count * 3)
  }

  @Test("A record that cannot be read ends the report, with its number and what to do")
  func refusals() throws {
    let data = Self.small.data
    let cases = [
      (data.prefix(data.count - 1), "is damaged"),
      (Data([1]) + data.dropFirst(), "was written by another version of the program"),
    ]
    for (record, reason) in cases {
      let page: [(key: UInt64, record: Data?)] = [(7, nil), (8, record)]
      let records = SharedRecords(of: "nightly") { _, _ in page }
      #expect(records.record(of: 0, key: 7) == nil && records.failure == nil)
      #expect(records.record(of: 1, key: 8) == nil)
      let problem = try #require(records.failure as? ExploreProblem)
      #expect(
        problem.description
          == "The record of state 1 of the exploration 'nightly' \(reason). "
          + "Explore again with another name: #NAME at the end of the address.")
    }
  }
}
