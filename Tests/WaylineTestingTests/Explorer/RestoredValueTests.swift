import Observation
import Testing
import Wayline
import WaylineTesting

/// The way in which one value of a place is not read back.
private enum Fault: String, Sendable, CaseIterable { case none, unreadable, different }

/// A shelf whose number is read wrongly if it is 13.
private struct Shelf: NavigationValue, Equatable {
  let id: Int
  let fault: String

  init(id: Int, fault: Fault) { (self.id, self.fault) = (id, fault.rawValue) }

  private enum CodingKeys: String, CodingKey { case id, fault }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let id = try values.decode(Int.self, forKey: .id)
    fault = try values.decode(String.self, forKey: .fault)
    if id == 13, fault == Fault.unreadable.rawValue {
      throw DecodingError.dataCorruptedError(
        forKey: .id, in: values, debugDescription: "There is no such shelf.")
    }
    self.id = id == 13 && fault == Fault.different.rawValue ? 31 : id
  }
}

private struct Shelves: View {
  let fault: Fault
  /// True if the title of a shelf has its number.
  var hasTitles = false

  var body: some View {
    NavigationStack {
      List {
        ForEach(1...20, id: \.self) { id in
          NavigationLink("Shelf \(id)", value: Shelf(id: id, fault: fault))
        }
      }
      .navigationDestination(for: Shelf.self) { shelf in
        Text("Books of a shelf").navigationTitle(hasTitles ? "Shelf \(shelf.id)" : "Shelf")
      }
    }
  }
}

@MainActor
private final class Draft: ObservableObject {
  /// The drafts that are never released.
  static var all: [Draft] = []
  static let shared = Draft()

  @Published var text = ""

  static func retained() -> Draft {
    all.append(Draft())
    return all[all.count - 1]
  }
}

@Observable @MainActor
private final class Note {
  static var all: [Note] = []
  var text = ""

  static func retained() -> Note {
    all.append(Note())
    return all[all.count - 1]
  }
}

private struct Writing: View {
  enum Place: NavigationValue { case draft, note, shared }

  let places: [Place]

  var body: some View {
    NavigationStack {
      ForEach(places, id: \.self) { NavigationLink("Open", value: $0) }
        .navigationDestination(for: Place.self) { place in
          switch place {
          case .draft: DraftView(draft: .retained())
          case .note: NoteView(note: .retained())
          case .shared: DraftView(draft: .shared)
          }
        }
    }
  }

  struct DraftView: View {
    @StateObject private var draft: Draft
    init(draft: @autoclosure @escaping () -> Draft) {
      _draft = StateObject(wrappedValue: draft())
    }
    var body: some View { Text("Draft \(draft.text)") }
  }

  struct NoteView: View {
    @State private var note: Note
    init(note: Note) { _note = State(initialValue: note) }
    var body: some View { Text("Note \(note.text)") }
  }
}

private struct Switch: View {
  @State private var isOn = false
  var body: some View { Toggle("A", isOn: $isOn) }
}

@Suite("Values that are saved, and objects that stay", .serialized)
@MainActor
struct RestoredValueTests {
  @Test(
    "A place whose saved form is not read back for one value is found among those like it",
    arguments: ["unreadable", "different"])
  func value(_ name: String) async throws {
    let fault = try #require(Fault(rawValue: name))
    let report = await Explorer { Shelves(fault: fault) }.run()
    #expect(report.violations.map(\.property) == ["link-round-trip"], "\(report)")
    #expect(report.violations.map(\.commands) == [["Shelf 13"]], "\(report)")
    #expect(report.violations.first?.message.contains("'Shelf(id: 13") == true, "\(report)")
  }

  @Test("Places with one case are of one kind, whatever their titles are")
  func kinds() async {
    let report = await Explorer { Shelves(fault: .none, hasTitles: true) }.run()
    #expect(report.isSound && report.states == 21, "\(report)")
    let limit = "laws that need a new scene were checked in "
    let checked = report.limits.first { $0.hasPrefix(limit) }?.dropFirst(limit.count)
    #expect(checked.flatMap { Int($0.prefix { $0.isNumber }) }.map { $0 < 6 } == true, "\(report)")
  }

  @Test("An object of an ended screen that stays in memory is a leak, with the name of its type")
  func objects() async {
    let report = await Explorer { Writing(places: [.draft]) }.run()
    #expect(report.violations.map(\.property) == ["no-leak"], "\(report)")
    #expect(report.violations.first?.message.contains("Draft in DraftView") == true, "\(report)")
    let notes = await Explorer { Writing(places: [.note]) }.run()
    #expect(notes.violations.map(\.property) == ["no-leak"], "\(notes)")
    #expect(notes.violations.first?.message.contains("Note in NoteView") == true, "\(notes)")
  }

  @Test("An object that all scenes share is no leak")
  func shared() async {
    let report = await Explorer { Writing(places: [.shared]) }.run()
    #expect(report.isSound, "\(report)")
  }

  @Test("A state of the first screen that a restart loses is noted")
  func firstScreen() async {
    let report = await Explorer { Switch() }.run()
    #expect(
      report.notes == ["The first screen: a new process shows '[1] A: off' where '[1] A: on' was."],
      "\(report)")
  }
}
