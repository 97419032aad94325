import FoundationEssentials
import Wayline

/// Modifiers of appearance and motion, written as for SwiftUI: all of them compile.
struct LooksView: View {
  @State private var isOpen = false
  @State private var fee = 105
  @State private var deposit: Int?
  @State private var chosen: Set<Int> = []
  @Environment(\.colorScheme) private var colorScheme
  @Environment(\.locale) private var locale
  let shelves: [Shelf]

  struct Shelf: Identifiable {
    let id: Int
    let name: String
  }

  var body: some View {
    ScrollView(.vertical, showsIndicators: false) {
      LazyVStack(alignment: .leading, spacing: 8, pinnedViews: [.sectionHeaders]) {
        texts
        controls
        tables
      }
    }
    .navigationBarTitleDisplayMode(.inline)
    .toolbar(.hidden, for: .navigationBar)
    .overlay(alignment: .top) { if isOpen { ProgressView("Loading") } }
    .environment(\.colorScheme, .dark)
  }

  @ViewBuilder private var texts: some View {
    let member: Substring = "Ann Lee"
    Text("Lent to \(Text(member).bold()) until \(Text("Friday").italic())", comment: "a loan")
      .strikethrough(isOpen).kerning(1).textCase(.uppercase).lineLimit(1...)
      .font(.system(.body, design: .rounded, weight: .bold))
    Text(Date(timeIntervalSince1970: 0), format: .iso8601).monospacedDigit()
    Text("shelf").padding([.top, .leading], 4).background(.thinMaterial).blur(radius: 2)
      .animation(.easeInOut(duration: 0.3).delay(0.1), value: isOpen)
      .transition(.asymmetric(insertion: .slide, removal: .opacity.combined(with: .scale)))
      .rotationEffect(.degrees(3)).aspectRatio(contentMode: .fit).accessibilityAddTraits(.isHeader)
    Color.red.opacity(0.5).frame(height: 2)
  }

  @ViewBuilder private var controls: some View {
    Button("Lend", systemImage: "book") { toggle() }
      .buttonStyle(PlainButtonStyle())
      .buttonStyle(FramedButtonStyle())
    Toggle("Notify me", systemImage: "bell", isOn: $isOpen.animation(.spring()))
      .toggleStyle(SwitchToggleStyle(tint: .green))
      .labelStyle(.titleOnly)
    TextField("Fee", value: $fee, format: Cents()).textFieldStyle(RoundedBorderTextFieldStyle())
    TextField("Deposit", value: $deposit, format: Cents(), prompt: Text("cents"))
    Picker("Look", systemImage: "eye", selection: $fee) { Text("none").tag(0) }
      .pickerStyle(SegmentedPickerStyle())
    Section("More", isExpanded: $isOpen) { Text("fees") }
  }

  @ViewBuilder private var tables: some View {
    Table(shelves, selection: $chosen) { TableColumn("Name", value: \.name).width(min: 40) }
      .tableStyle(.inset)
    List(shelves) { Text($0.name) }.listStyle(InsetGroupedListStyle())
  }

  private func toggle() {
    var transaction = Transaction(animation: .linear)
    transaction.disablesAnimations = true
    withTransaction(transaction) { isOpen.toggle() }
    withAnimation(.bouncy) {
      isOpen.toggle()
    } completion: {
      fee += 1
    }
  }
}

/// A style of a program's own.
struct FramedButtonStyle: ButtonStyle {
  func makeBody(configuration: Configuration) -> some View {
    configuration.label.padding().opacity(configuration.isPressed ? 0.5 : 1)
  }
}

/// A number that is shown and read as it is.
struct Cents: ParseableFormatStyle {
  struct Strategy: ParseStrategy {
    func parse(_ value: String) throws -> Int {
      guard let number = Int(value) else { throw Unreadable() }
      return number
    }
  }

  struct Unreadable: Error {}

  var parseStrategy: Strategy { Strategy() }

  func format(_ value: Int) -> String { "\(value)" }
}

/// Keeps what it observes, as code written for Combine does.
@MainActor
final class Ledger: ObservableObject {
  @Published var loans = 0
  private var kept: Set<AnyCancellable> = []

  init() {
    objectWillChange.sink { _ in }.store(in: &kept)
    $loans.sink { _ in }.store(in: &kept)
  }
}

/// Looks of groups, sheets and bars, written as for SwiftUI.
struct MoreLooks: View {
  @State private var scope = 1

  var body: some View {
    TabView { Text("Books") }.tabViewStyle(.page).tabViewStyle(.page(indexDisplayMode: .never))
    TabView { Text("Books") }.tabViewStyle(PageTabViewStyle()).tabViewStyle(.sidebarAdaptable)
    Gauge(value: 0.4) { Text("Lent") }.gaugeStyle(.accessoryCircular)
    GroupBox { Text("Desk") }.groupBoxStyle(.automatic).controlGroupStyle(.navigation)
    Text("Desk").disclosureGroupStyle(.automatic).labeledContentStyle(.automatic)
      .datePickerStyle(.graphical).navigationSplitViewStyle(.balanced)
      .toolbar(id: "desk") { ToolbarItem(id: "lend") { Button("Lend") {} } }
    Text("Sheet").presentationDragIndicator(.visible).presentationCornerRadius(8)
      .presentationDetents([.medium, .height(200)])
      .presentationBackground(.thinMaterial).presentationCompactAdaptation(.popover)
    Text("Margins").contentMargins(.horizontal, 8).safeAreaPadding(8).scrollTargetLayout()
      .scrollBounceBehavior(.basedOnSize).scrollClipDisabled().defaultScrollAnchor(.bottom)
    Text("Bars").toolbarTitleDisplayMode(.inline).toolbarVisibility(.hidden, for: .navigationBar)
      .toolbarColorScheme(.dark, for: .navigationBar).menuIndicator(.hidden)
      .labelsVisibility(.hidden).listRowSeparatorTint(.red).listItemTint(.red)
      .navigationSplitViewColumnWidth(200).dynamicTypeSize(...DynamicTypeSize.large)
    Text("Drawn").drawingGroup().compositingGroup().geometryGroup()
      .colorInvert().colorMultiply(.red).hueRotation(.degrees(3))
    Text("Search").searchScopes($scope, activation: .onTextEntry) { Text("Titles").tag(1) }
  }
}

// Names of the program for colours.
extension ShapeStyle where Self == Color {
  static var overdue: Color { .red }
}

struct OverdueText: View {
  var body: some View { Text("Overdue").foregroundStyle(.overdue).background(.overdue) }
}
