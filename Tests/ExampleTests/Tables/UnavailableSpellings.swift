/// Names that mean nothing on lines, as code for SwiftUI has them, with its arguments.
enum UnavailableSpellings {
  /// A name, and code that uses it.
  struct Spelling {
    let name: String
    let code: String
  }

  /// A file with all of them, and the spelling on each of its lines.
  static var source: (lines: [Int: Spelling], text: String) {
    var lines: [Int: Spelling] = [:]
    var text = start
    for (spellings, isView) in [(properties, false), (views, true)] {
      for spelling in spellings {
        let number = text.split(separator: "\n", omittingEmptySubsequences: false).count
        lines[number] = spelling
        let code = spelling.code
        text += isView ? "@ViewBuilder var v\(number): some View { \(code) }\n" : code + "\n"
      }
    }
    return (lines, text + "}\n")
  }

  private static func spellings(_ table: String) -> [Spelling] {
    table.split(separator: "\n").map { row in
      let name = row.prefix { $0 != ":" }
      return Spelling(name: String(name), code: String(row.dropFirst(name.count + 2)))
    }
  }

  private static let start = """
    import FoundationEssentials
    import WaylineGraph
    import WaylineViews
    struct Item: Identifiable { var id: Int; var name: String }
    struct Key: PreferenceKey {
      static let defaultValue = 0
      static func reduce(value: inout Int, nextValue: () -> Int) { value += nextValue() }
    }
    struct Spellings: View {
    @State var on = false
    @State var chosen: Int?
    @State var n = 1
    @State var items: [Item] = []
    func act() {}
    var body: some View { EmptyView() }

    """

  private static let properties = spellings(
    #"""
    FocusState: @FocusState var isFocused: Bool
    FocusState: @FocusState private var field: Int?
    GestureState: @GestureState private var drag = 3
    Namespace: @Namespace private var space
    dismissWindow: @Environment(\.dismissWindow) private var dismissWindowValue
    displayScale: @Environment(\.displayScale) private var displayScaleValue
    editMode: @Environment(\.editMode) private var editModeValue
    horizontalSizeClass: @Environment(\.horizontalSizeClass) private var horizontalSizeClassValue
    isFocused: @Environment(\.isFocused) private var isFocusedValue
    layoutDirection: @Environment(\.layoutDirection) private var layoutDirectionValue
    openWindow: @Environment(\.openWindow) private var openWindowValue
    verticalSizeClass: @Environment(\.verticalSizeClass) private var verticalSizeClassValue
    """#)

  private static let views = spellings(
    #"""
    AngularGradient: AngularGradient(colors: [.red], center: .center)
    AsyncImage: AsyncImage(url: URL(string: "x"))
    AsyncImage: AsyncImage(url: URL(string: "x")) { i in i.resizable() } placeholder: { ProgressView() }
    AsyncImage: AsyncImage(url: URL(string: "x")) { phase in Text("x") }
    AsyncImage: AsyncImage(url: URL(string: "x")) { phase in if let image = phase.image { image.resizable() } else { ProgressView() } }
    Canvas: Canvas { context, size in }
    Capsule: Capsule()
    Circle: Circle().stroke(.red, lineWidth: 2)
    ColorPicker: ColorPicker("x", selection: .constant(Color.red))
    DragGesture: Text("x").gesture(DragGesture(minimumDistance: 3).onEnded { value in print(value.translation.width) })
    EditButton: EditButton()
    Ellipse: Ellipse()
    GeometryReader: GeometryReader { geo in Text("\(geo.size.width)") }
    GeometryReader: GeometryReader { proxy in Text("x").frame(width: proxy.size.width) }
    GeometryReader: GeometryReader { geo in let w = geo.frame(in: .global).minX; Text("\(w)") }
    Grid: Grid { Text("x") }
    Grid: Grid(alignment: .leading, horizontalSpacing: 3) { GridRow { Text("x") } }
    Image: Image(systemName: "x")
    Image: Image("x").resizable().scaledToFit()
    Image: Image(systemName: "x").foregroundStyle(.red).font(.title)
    GridRow: GridRow { Text("x") }
    LazyHGrid: LazyHGrid(rows: [GridItem(.flexible())]) { Text("x") }
    LazyVGrid: LazyVGrid(columns: [GridItem(.flexible())]) { Text("x") }
    LazyVGrid: LazyVGrid(columns: [GridItem(.adaptive(minimum: 80))], spacing: 20) { Text("x") }
    LinearGradient: LinearGradient(colors: [.red], startPoint: .top, endPoint: .bottom)
    LinearGradient: LinearGradient(gradient: Gradient(colors: [.red]), startPoint: .top, endPoint: .bottom)
    LongPressGesture: Text("x").gesture(LongPressGesture(minimumDuration: 2).onEnded { _ in })
    MultiDatePicker: MultiDatePicker("x", selection: .constant([]))
    NavigationView: NavigationView { Text("x") }
    NavigationView: NavigationView { List { Text("x") }.navigationBarTitle("x") }
    PasteButton: PasteButton(payloadType: String.self) { s in }
    Path: Path { p in p.move(to: .zero) }
    RadialGradient: RadialGradient(colors: [.red], center: .center, startRadius: 3, endRadius: 4)
    Rectangle: Rectangle()
    Rectangle: Rectangle().fill(.red).frame(height: 3)
    RoundedRectangle: RoundedRectangle(cornerRadius: 3)
    RoundedRectangle: RoundedRectangle(cornerRadius: 3).fill(Color.red)
    ScrollViewReader: ScrollViewReader { proxy in Text("x") }
    ScrollViewReader: ScrollViewReader { proxy in Button("x") { proxy.scrollTo(3) } }
    ShareLink: ShareLink(item: URL(string: "x")!)
    ShareLink: ShareLink("x", item: "x")
    ShareLink: ShareLink(item: "x") { Text("y") }
    TapGesture: Text("x").gesture(TapGesture().onEnded { _ in })
    ViewThatFits: ViewThatFits { Text("x") }
    ViewThatFits: ViewThatFits(in: .horizontal) { Text("x") }
    ZStack: ZStack { Text("x") }
    ZStack: ZStack(alignment: .top) { Text("x") }
    alignmentGuide: Text("x").alignmentGuide(.leading) { d in d[.leading] }
    clipShape: Text("x").clipShape(Circle())
    clipShape: Text("x").clipShape(.rect(cornerRadius: 3))
    clipShape: Text("x").clipShape(RoundedRectangle(cornerRadius: 3))
    containerRelativeFrame: Text("x").containerRelativeFrame(.horizontal)
    containerRelativeFrame: Text("x").containerRelativeFrame([.horizontal, .vertical])
    contentShape: Text("x").contentShape(Rectangle())
    contentShape: Text("x").contentShape(.rect)
    defaultFocus: Text("x").defaultFocus($field, 3)
    draggable: Text("x").draggable("x")
    dropDestination: Text("x").dropDestination(for: String.self) { items, location in true }
    fileExporter: Text("x").fileExporter(isPresented: $on, document: "a", contentType: .text) { result in }
    fileImporter: Text("x").fileImporter(isPresented: $on, allowedContentTypes: [.text]) { result in }
    focused: Text("x").focused($isFocused)
    focused: Text("x").focused($field, equals: 3)
    gesture: Text("x").gesture(DragGesture().onChanged { _ in })
    gesture: Text("x").gesture(TapGesture())
    mask: Text("x").mask { Text("y") }
    mask: Text("x").mask(Text("y"))
    matchedGeometryEffect: Text("x").matchedGeometryEffect(id: 1, in: space)
    navigationBarItems: Text("x").navigationBarItems(trailing: Button("x") {})
    navigationBarTitle: Text("x").navigationBarTitle("x")
    navigationBarTitle: Text("x").navigationBarTitle(Text("x"))
    navigationBarTitle: Text("x").navigationBarTitle("x", displayMode: .large)
    onHover: Text("x").onHover { h in }
    onKeyPress: Text("x").onKeyPress(.space) { .handled }
    onKeyPress: Text("x").onKeyPress { p in .ignored }
    onLongPressGesture: Text("x").onLongPressGesture { }
    onLongPressGesture: Text("x").onLongPressGesture(minimumDuration: 2) { }
    onMove: ForEach(items) { Text($0.name) }.onMove { a, b in }
    onMove: ForEach(items) { Text($0.name) }.onMove { items.move(fromOffsets: $0, toOffset: $1) }
    onMove: ForEach(items) { Text($0.name) }.onMove(perform: nil)
    onMoveCommand: Text("x").onMoveCommand { d in }
    onPreferenceChange: Text("x").onPreferenceChange(Key.self) { v in act() }
    onTapGesture: Text("x").onTapGesture { }
    onTapGesture: Text("x").onTapGesture(count: 2) { act() }
    onTapGesture: Text("x").onTapGesture { location in }
    preference: Text("x").preference(key: Key.self, value: 3)
    presentationDetents: Text("x").presentationDetents([.medium, .large])
    presentationDetents: Text("x").presentationDetents([.height(200)])
    rotation3DEffect: Text("x").rotation3DEffect(.degrees(3), axis: (x: 1, y: 0, z: 0))
    scrollPosition: Text("x").scrollPosition(id: $chosen)
    scrollPosition: Text("x").scrollPosition($n)
    scrollTargetBehavior: Text("x").scrollTargetBehavior(.paging)
    sensoryFeedback: Text("x").sensoryFeedback(.success, trigger: n)
    sensoryFeedback: Text("x").sensoryFeedback(.impact(weight: .heavy), trigger: n)
    """#)
}
