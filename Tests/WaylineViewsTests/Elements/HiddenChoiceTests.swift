import Testing
import WaylineGraph

@testable import WaylineViews

/// A reason for which a row of a list is none of the choices.
private enum Hiding: CaseIterable {
  case filter, condition, disabled, section, disclosure, table
}

private let names = ["Ada", "Grace", "Mary"]

private struct Row: Identifiable {
  let id: String
}

/// A list of three names, of which some are none of the choices.
private struct Members: View {
  let hiding: Hiding
  let hidden: Set<String>
  @State var chosen: Set<String>
  let tagsAreOptional: Bool

  var body: some View {
    switch hiding {
    case .filter: List(shown, id: \.self, selection: $chosen) { Text($0) }
    case .table:
      Table(shown.map(Row.init), selection: $chosen) { TableColumn("Name", value: \.id) }
    case .disclosure:
      List(selection: $chosen) {
        ForEach(shown, id: \.self) { tagged($0) }
        DisclosureGroup("More") { ForEach(hidden.sorted(), id: \.self) { tagged($0) } }
      }
    case .condition, .disabled, .section:
      List(selection: $chosen) { ForEach(names, id: \.self) { row($0) } }
    }
    Text(chosen.sorted().joined(separator: " "))
  }

  private var shown: [String] { names.filter { !hidden.contains($0) } }

  @ViewBuilder private func row(_ name: String) -> some View {
    let isHidden = hidden.contains(name)
    switch hiding {
    case .condition: if !isHidden { tagged(name) }
    case .disabled: tagged(name).selectionDisabled(isHidden)
    case .section: Section(name) { if !isHidden { tagged(name) } }
    case .filter, .table, .disclosure: tagged(name)
    }
  }

  @ViewBuilder private func tagged(_ name: String) -> some View {
    if tagsAreOptional { Text(name).tag(name as String?) } else { Text(name).tag(name) }
  }
}

/// A list with one chosen name at most.
private struct OneMember: View {
  let shown: [String]
  @State var chosen: String?

  var body: some View {
    List(shown, id: \.self, selection: $chosen) { Text($0) }
    Text(chosen ?? "")
  }
}

extension Sequence where Element: Hashable {
  /// All sets of the elements.
  fileprivate var subsets: [Set<Element>] {
    reduce(into: [[]]) { sets, element in sets += sets.map { $0.union([element]) } }
  }
}

@Suite("Choices that are not shown")
@MainActor
struct HiddenChoiceTests {
  @Test(
    "Names replace what is shown, signs change what they name, and hidden rows stay chosen",
    arguments: Hiding.allCases)
  fileprivate func several(hiding: Hiding) {
    for chosen in names.subsets {
      for hidden in names.subsets where hidden.count < names.count {
        let shown = Set(names).subtracting(hidden)
        let kept = chosen.intersection(hidden)
        for picked in shown.subsets {
          let line = picked.isEmpty ? "\"\"" : picked.sorted().joined(separator: ", ")
          let members = Members(
            hiding: hiding, hidden: hidden, chosen: chosen, tagsAreOptional: picked.count == 1)
          check(members, line, becomes: kept.union(picked), says: kept.count)
        }
        for name in shown {
          let members = Members(
            hiding: hiding, hidden: hidden, chosen: chosen, tagsAreOptional: false)
          check(members, "+\(name)", becomes: chosen.union([name]), says: 0)
          check(members, "-\(name)", becomes: chosen.subtracting([name]), says: 0)
        }
      }
    }
  }

  private func check(
    _ members: Members, _ line: String, becomes expected: Set<String>, says count: Int
  ) {
    var messages: [String] = []
    let hosting = Hosting { members }
    hosting.host.onMessage = { messages.append($0.text) }
    let reply = hosting.send(.value(line == "\"\"" ? "" : line), to: "Selection")
    let sentences = [
      [], ["1 chosen row is not among these choices, and stays chosen."],
      ["2 chosen rows are not among these choices, and stay chosen."],
    ]
    #expect(reply == .done && hosting.screen.last == expected.sorted().joined(separator: " "))
    #expect(messages == sentences[count], "\(line) with \(members)")
  }

  @Test("Where one row is chosen, another replaces it, and no other choice ends it unseen")
  func one() {
    for chosen in names.map(Optional.some) + [nil] {
      for shown in names.subsets where !shown.isEmpty {
        for line in shown.sorted() + [""] {
          let hosting = Hosting { OneMember(shown: shown.sorted(), chosen: chosen) }
          let isKept = line.isEmpty && chosen.map { !shown.contains($0) } ?? true
          #expect(hosting.send(.value(line), to: "Selection") == .done)
          #expect(hosting.screen.last == (isKept ? chosen ?? "" : line))
        }
      }
    }
  }

  @Test("A name that is refused, or is not shown, changes nothing", arguments: Hiding.allCases)
  fileprivate func refused(hiding: Hiding) {
    for line in ["-Ada", "+Ada", "Ada", "Grace, Ada", "Grace, +Mary", "-Nobody"] {
      let hosting = Hosting {
        Members(
          hiding: hiding, hidden: ["Ada"], chosen: ["Ada", "Mary"], tagsAreOptional: false)
      }
      guard case .refused = hosting.send(.value(line), to: "Selection") else {
        Issue.record("\(line) was taken")
        continue
      }
      #expect(hosting.screen.last == "Ada Mary")
    }
  }
}
