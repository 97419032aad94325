import Wayline
import WaylineTesting

/// Bugs that no single screen shows: only a step, the past, a message or a stored value does.
extension Planted {
  static let sentences: [Planted] = [
    Planted("a return that adds two copies", "A return adds one copy", ["Lend", "Lend", "Return"]) {
      Explorer { ReturnDesk() }
        .step("A return adds one copy", where: { _, command, _ in command == "Return" }) {
          before, _, after in after.stored(\.shelfCopies) == before.stored(\.shelfCopies) + 1
        }
    },
    Planted(
      "a parcel that is sent after it was called off", "A parcel that was called off stays",
      ["Pack", "Call off", "Pack", "Send"]
    ) {
      var explorer = Explorer { ParcelDesk() }
      let isCalledOff = explorer.remember(false) { isCalledOff, _, command, _ in
        if command == "Call off" { isCalledOff = true }
      }
      return explorer.never("A parcel that was called off stays") {
        $0[isCalledOff] && $0.lines.contains("The parcel is sent.")
      }
    },
    Planted(
      "a queue that serves the last comer", "The queue serves in order",
      ["Ann comes", "Bob comes", "Serve"]
    ) {
      var explorer = Explorer { QueueDesk() }
      let queue = explorer.remember([String]()) { queue, _, command, _ in
        if command == "Serve" {
          queue.removeFirst()
        } else if let name = command.split(separator: " ").first, command.hasSuffix("comes") {
          queue.append(String(name))
        }
      }
      return explorer.always("The queue serves in order") {
        $0.lines.first == "Waiting: \($0[queue].joined(separator: " "))"
      }
    },
    Planted(
      "a message that names another book", "A message names the book that is lent",
      ["renew"]
    ) {
      Explorer(commands: [RenewingDesk.renew(says: "Emma was renewed.")]) { RenewingDesk() }
        .command("renew").without(.deadEnd)
        .never("A message names the book that is lent") {
          $0.messages.contains("Emma was renewed.")
        }
    },
    Planted("a name that is stored untrimmed", "Names are stored trimmed", ["Name:  Ann", "Save"]) {
      Explorer { NameDesk() }.values(["Ann", " Ann"], for: "Name")
        .always("Names are stored trimmed") { !$0.stored(\.memberName).hasPrefix(" ") }
    },
  ]
}

extension AppStorageKeys {
  fileprivate var shelfCopies: AppStorageKey<Int> { AppStorageKey("copies", defaultValue: 2) }
  fileprivate var memberName: AppStorageKey<String> { AppStorageKey("name", defaultValue: "") }
}

private struct ReturnDesk: View {
  @AppStorage(\.shelfCopies) private var copies

  var body: some View {
    Text("Copies: \(copies)")
    Button("Lend") { copies -= 1 }.disabled(copies == 0)
    // With no copy left both the shelf and the desk count the one that comes back.
    Button("Return") { copies += copies == 0 ? 2 : 1 }.disabled(copies == 2)
  }
}

private struct ParcelDesk: View {
  private enum Parcel { case open, packed, sent }
  @State private var parcel = Parcel.open

  var body: some View {
    switch parcel {
    case .open: Button("Pack") { parcel = .packed }
    case .packed:
      Button("Call off") { parcel = .open }
      Button("Send") { parcel = .sent }
    case .sent:
      Text("The parcel is sent.")
      Button("Next") { parcel = .open }
    }
  }
}

private struct QueueDesk: View {
  @State private var waiting: [String] = []

  var body: some View {
    Text("Waiting: \(waiting.joined(separator: " "))")
    ForEach(["Ann", "Bob"], id: \.self) { name in
      Button("\(name) comes") { waiting.append(name) }.disabled(waiting.contains(name))
    }
    Button("Serve") { waiting.removeLast() }.disabled(waiting.isEmpty)
  }
}

/// A desk whose command changes nothing that is seen: only its message is another one.
struct RenewingDesk: View {
  static func renew(says message: String) -> ShellCommand {
    ShellCommand("renew", summary: "Renews the loan.") { _ in .lines([message]) }
  }

  @State private var isOpen = true

  var body: some View {
    Text("Ulysses is lent.")
    Toggle("Open", isOn: $isOpen)
  }
}

private struct NameDesk: View {
  @State private var name = ""
  @AppStorage(\.memberName) private var stored

  var body: some View {
    Text("Member: \(stored)")
    TextField("Name", text: $name)
    Button("Save") { stored = name }
  }
}
