/// Names that mean nothing on lines, as code for SwiftUI has them, with its arguments.
enum UnavailableSpellings {
  /// A name, and code that uses it.
  struct Spelling {
    let name: String
    let code: String
    /// True for a value of the environment, which may have the name of a modifier.
    var isValue: Bool { code.hasPrefix("@Environment") || code.contains(".environment(") }
  }

  /// A file with all of them, and the spelling on each of its lines.
  static var source: (lines: [Int: Spelling], text: String) {
    var lines: [Int: Spelling] = [:]
    var text = start
    func add(_ spellings: [Spelling], _ form: (Int, String) -> String) {
      for spelling in spellings {
        let number = text.split(separator: "\n", omittingEmptySubsequences: false).count
        lines[number] = spelling
        text += form(number, spelling.code) + "\n"
      }
    }
    add(properties) { $1 }
    add(publishers) { "func f\($0)() { _ = \($1) }" }
    add(views) { "@ViewBuilder var v\($0): some View { \($1) }" }
    text += "}\n"
    add(scenes) { "struct Program\($0): App { var body: some Scene { \($1) } }" }
    return (lines, text)
  }

  private static func spellings(_ table: String) -> [Spelling] {
    table.split(separator: "\n").map { row in
      let parts = row.split(separator: ": ", maxSplits: 1)
      return Spelling(name: String(parts[0]), code: String(parts[1]))
    }
  }

  private static let start = """
    import Dispatch
    import Wayline
    class Model: ObservableObject { @Published var count = 1 }
    struct Item: Identifiable, Hashable { var id: Int; var name: String }
    struct Key: PreferenceKey {
      static let defaultValue = 0
      static func reduce(value: inout Int, nextValue: () -> Int) { value += nextValue() }
    }
    struct Spellings: View {
    @State var on = false
    @State var chosen: Int?
    @State var n = 1
    @State var text = ""
    @State var item: Item?
    @State var address: URL?
    @State var items: [Item] = []
    @State var order: [Int] = []
    let model = Model()
    func act() {}
    var body: some View { EmptyView() }

    """

  private static let properties = spellings(
    #"""
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
    font: @Environment(\.font) private var fontValue
    lineLimit: @Environment(\.lineLimit) private var lineLimitValue
    lineSpacing: @Environment(\.lineSpacing) private var lineSpacingValue
    truncationMode: @Environment(\.truncationMode) private var truncationModeValue
    multilineTextAlignment: @Environment(\.multilineTextAlignment) private var multilineTextAlignmentValue
    controlSize: @Environment(\.controlSize) private var controlSizeValue
    imageScale: @Environment(\.imageScale) private var imageScaleValue
    dynamicTypeSize: @Environment(\.dynamicTypeSize) private var dynamicTypeSizeValue
    sizeCategory: @Environment(\.sizeCategory) private var sizeCategoryValue
    legibilityWeight: @Environment(\.legibilityWeight) private var legibilityWeightValue
    headerProminence: @Environment(\.headerProminence) private var headerProminenceValue
    defaultMinListRowHeight: @Environment(\.defaultMinListRowHeight) private var defaultMinListRowHeightValue
    pixelLength: @Environment(\.pixelLength) private var pixelLengthValue
    accessibilityReduceMotion: @Environment(\.accessibilityReduceMotion) private var accessibilityReduceMotionValue
    accessibilityReduceTransparency: @Environment(\.accessibilityReduceTransparency) private var accessibilityReduceTransparencyValue
    accessibilityDifferentiateWithoutColor: @Environment(\.accessibilityDifferentiateWithoutColor) private var accessibilityDifferentiateWithoutColorValue
    accessibilityVoiceOverEnabled: @Environment(\.accessibilityVoiceOverEnabled) private var accessibilityVoiceOverEnabledValue
    colorSchemeContrast: @Environment(\.colorSchemeContrast) private var colorSchemeContrastValue
    supportsMultipleWindows: @Environment(\.supportsMultipleWindows) private var supportsMultipleWindowsValue
    openSettings: @Environment(\.openSettings) private var openSettingsValue
    openDocument: @Environment(\.openDocument) private var openDocumentValue
    newDocument: @Environment(\.newDocument) private var newDocumentValue
    resetFocus: @Environment(\.resetFocus) private var resetFocusValue
    requestReview: @Environment(\.requestReview) private var requestReviewValue
    rename: @Environment(\.rename) private var renameValue
    managedObjectContext: @Environment(\.managedObjectContext) private var managedObjectContextValue
    modelContext: @Environment(\.modelContext) private var modelContextValue
    UserDefaults: @AppStorage("suite", store: UserDefaults(suiteName: "x")) private var suite = 1
    AppStorage(wrappedValue:_:store:): @AppStorage("x", store: .standard) private var standard = 1
    AppStorage(_:store:): @AppStorage("y", store: .standard) private var optional: String?
    remove(atOffsets:): func remove(at offsets: IndexSet) { items.remove(atOffsets: offsets) }
    IndexSet: func delete(at offsets: IndexSet) { items.remove(atOffsets: offsets) }
    Timer: private let timer = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
    AccessibilityFocusState: @AccessibilityFocusState private var isRead: Bool
    ScaledMetric: @ScaledMetric private var height = 3.0
    Query: @Query private var everything: [Item]
    Query: @Query(sort: \.name) private var sorted: [Item]
    Query: @Query(sort: \Item.name) private var sortedItems: [Item]
    ScaledMetric: @ScaledMetric(relativeTo: .body) private var width = 3.0
    """#)

  private static let publishers = spellings(
    #"""
    debounce(for:scheduler:): model.$count.debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
    debounce(for:scheduler:): model.$count.debounce(for: 0.3, scheduler: DispatchQueue.main).sink { _ in }
    throttle(for:scheduler:latest:): model.$count.throttle(for: .seconds(1), scheduler: DispatchQueue.main, latest: true)
    delay(for:scheduler:): model.$count.delay(for: .seconds(1), scheduler: DispatchQueue.main)
    flatMap(_:): model.$count.flatMap { Just($0) }
    receive(on:): model.$count.receive(on: DispatchQueue.main)
    receive(on:): model.$count.map { $0 + 1 }.receive(on: DispatchQueue.main).sink { _ in }
    Timer: Timer.publish(every: 1, on: .main, in: .common).autoconnect()
    Timer: Text("x").onReceive(Timer.publish(every: 1, on: .main, in: .common).autoconnect()) { date in act() }
    publisher(for:object:): Text("x").onReceive(NotificationCenter.default.publisher(for: Notification.Name("x"))) { note in act() }
    Notification: Notification.Name("x")
    UserDefaults: UserDefaults.standard
    IndexSet: { (offsets: IndexSet) in }
    sink(receiveCompletion:receiveValue:): model.$count.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    sink(receiveCompletion:receiveValue:): model.$count.sink { _ in } receiveValue: { _ in }
    send(completion:): PassthroughSubject<Int, Never>().send(completion: .finished)
    send(completion:): CurrentValueSubject<Int, Never>(3).send(completion: .finished)
    subscribe(on:): model.$count.subscribe(on: DispatchQueue.main)
    tryMap(_:): model.$count.tryMap { $0 + 1 }
    zip(_:): model.$count.zip(model.$count)
    """#)

  private static let scenes = spellings(
    #"""
    commands: WindowGroup { Text("x") }.commands { CommandMenu("x") { Button("y") {} } }
    CommandMenu: WindowGroup { Text("x") }.commands { CommandMenu("x") { Button("y") {} } }
    CommandGroup: WindowGroup { Text("x") }.commands { CommandGroup(replacing: .newItem) { } }
    commandsRemoved: WindowGroup { Text("x") }.commandsRemoved()
    windowStyle: WindowGroup { Text("x") }.windowStyle(.hiddenTitleBar)
    modelContainer: WindowGroup { Text("x") }.modelContainer(for: Int.self)
    modelContainer: WindowGroup { Text("x") }.modelContainer(1)
    windowToolbarStyle: WindowGroup { Text("x") }.windowToolbarStyle(.unified)
    windowResizability: WindowGroup { Text("x") }.windowResizability(.contentSize)
    defaultSize: WindowGroup { Text("x") }.defaultSize(width: 300, height: 400)
    defaultPosition: WindowGroup { Text("x") }.defaultPosition(.center)
    backgroundTask: WindowGroup { Text("x") }.backgroundTask(.appRefresh("x")) { }
    Settings: Settings { Text("x") }
    Window: Window("x", id: "y") { Text("x") }
    MenuBarExtra: MenuBarExtra("x", systemImage: "y") { Text("x") }
    DocumentGroup: DocumentGroup(newDocument: 3) { file in Text("x") }
    WindowGroup(for:content:): WindowGroup(for: Int.self) { $value in Text("x") }
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
    autocapitalization: Text("x").autocapitalization(.none)
    autocapitalization: Text("x").autocapitalization(.words)
    colorScheme: Text("x").colorScheme(.dark)
    accessibility: Text("x").accessibility(label: Text("y"))
    accessibility: Text("x").accessibility(hidden: true)
    accessibilityActions: Text("x").accessibilityActions { Button("y") {} }
    accessibilityAdjustableAction: Text("x").accessibilityAdjustableAction { direction in if direction == .increment { act() } }
    accessibilityInputLabels: Text("x").accessibilityInputLabels(["y", "z"])
    accessibilityCustomContent: Text("x").accessibilityCustomContent("y", "z")
    accessibilityRepresentation: Text("x").accessibilityRepresentation { Text("y") }
    accessibilityChildren: Text("x").accessibilityChildren { Text("y") }
    gridCellColumns: Text("x").gridCellColumns(2)
    gridCellAnchor: Text("x").gridCellAnchor(.center)
    gridCellUnsizedAxes: Divider().gridCellUnsizedAxes(.horizontal)
    gridColumnAlignment: Text("x").gridColumnAlignment(.trailing)
    focusScope: Text("x").focusScope(space)
    focusSection: Text("x").focusSection()
    prefersDefaultFocus: Text("x").prefersDefaultFocus(in: space)
    toolbarTitleMenu: Text("x").toolbarTitleMenu { Button("y") {} }
    renameAction: Text("x").renameAction { act() }
    sectionActions: Section("x") { Text("y") }.sectionActions { Button("z") {} }
    userActivity: Text("x").userActivity("y") { activity in act() }
    dialogSuppressionToggle: Text("x").dialogSuppressionToggle(isSuppressed: $on)
    dismissalConfirmationDialog: Text("x").dismissalConfirmationDialog("y", shouldPresent: on) { Button("z") {} }
    fileMover: Text("x").fileMover(isPresented: $on, file: nil) { result in act() }
    quickLookPreview: Text("x").quickLookPreview($address)
    findNavigator: Text("x").findNavigator(isPresented: $on)
    textInputSuggestions: TextField("x", text: $text).textInputSuggestions { Text("y") }
    textInputCompletion: Text("x").textInputCompletion("y")
    safeAreaBar: Text("x").safeAreaBar(edge: .bottom) { Text("y") }
    containerShape: Text("x").containerShape(RoundedRectangle(cornerRadius: 3))
    navigationTransition: Text("x").navigationTransition(.zoom(sourceID: 1, in: space))
    scrollTransition: Text("x").scrollTransition { content, phase in content.opacity(phase.isIdentity ? 1 : 0) }
    onScrollVisibilityChange: Text("x").onScrollVisibilityChange(threshold: 0.2) { isVisible in act() }
    onScrollPhaseChange: Text("x").onScrollPhaseChange { old, new in act() }
    scrollIndicatorsFlash: Text("x").scrollIndicatorsFlash(trigger: n)
    alignmentGuide: Text("x").alignmentGuide(.leading) { d in d[.leading] }
    clipShape: Text("x").clipShape(Circle())
    clipShape: Text("x").clipShape(.rect(cornerRadius: 3))
    clipShape: Text("x").clipShape(RoundedRectangle(cornerRadius: 3))
    containerRelativeFrame: Text("x").containerRelativeFrame(.horizontal)
    containerRelativeFrame: Text("x").containerRelativeFrame([.horizontal, .vertical])
    contentShape: Text("x").contentShape(Rectangle())
    contentShape: Text("x").contentShape(.rect)
    draggable: Text("x").draggable("x")
    dropDestination: Text("x").dropDestination(for: String.self) { items, location in true }
    fileExporter: Text("x").fileExporter(isPresented: $on, document: "a", contentType: .text) { result in }
    fileImporter: Text("x").fileImporter(isPresented: $on, allowedContentTypes: [.text]) { result in }
    gesture: Text("x").gesture(DragGesture().onChanged { _ in })
    gesture: Text("x").gesture(TapGesture())
    mask: Text("x").mask { Text("y") }
    mask: Text("x").mask(Text("y"))
    matchedGeometryEffect: Text("x").matchedGeometryEffect(id: 1, in: space)
    navigationBarItems: Text("x").navigationBarItems(trailing: Button("x") {})
    navigationBarTitle: Text("x").navigationBarTitle("x")
    navigationBarTitle: Text("x").navigationBarTitle(Text("x"))
    navigationBarTitle: Text("x").navigationBarTitle("x", displayMode: .large)
    onDelete(perform:): ForEach(items) { Text($0.name) }.onDelete(perform: delete)
    onDelete(perform:): ForEach(items) { Text($0.name) }.onDelete { (offsets: IndexSet) in act() }
    onHover: Text("x").onHover { h in }
    onKeyPress: Text("x").onKeyPress(.space) { .handled }
    onKeyPress: Text("x").onKeyPress { p in .ignored }
    onLongPressGesture: Text("x").onLongPressGesture { }
    onLongPressGesture: Text("x").onLongPressGesture(minimumDuration: 2) { }
    onMove(perform:): ForEach(items) { Text($0.name) }.onMove { (o: IndexSet, n: Int) in act() }
    onMoveCommand: Text("x").onMoveCommand { d in }
    onPreferenceChange: Text("x").onPreferenceChange(Key.self) { v in act() }
    onTapGesture: Text("x").onTapGesture { }
    onTapGesture: Text("x").onTapGesture(count: 2) { act() }
    onTapGesture: Text("x").onTapGesture { location in }
    preference: Text("x").preference(key: Key.self, value: 3)
    rotation3DEffect: Text("x").rotation3DEffect(.degrees(3), axis: (x: 1, y: 0, z: 0))
    scrollPosition: Text("x").scrollPosition(id: $chosen)
    scrollPosition: Text("x").scrollPosition($n)
    scrollTargetBehavior: Text("x").scrollTargetBehavior(.paging)
    sensoryFeedback: Text("x").sensoryFeedback(.success, trigger: n)
    sensoryFeedback: Text("x").sensoryFeedback(.impact(weight: .heavy), trigger: n)
    Alert: let _ = Alert(title: Text("x"), message: Text("y"), dismissButton: .default(Text("OK")))
    ActionSheet: let _ = ActionSheet(title: Text("x"), buttons: [.default(Text("a")) { act() }, .cancel()])
    PhaseAnimator: PhaseAnimator([1, 2]) { phase in Text("x") }
    HSplitView: HSplitView { Text("x") }
    VSplitView: VSplitView { Text("x") }
    RenameButton: RenameButton()
    SettingsLink: SettingsLink()
    TableRow: TableRow(3)
    EllipticalGradient: EllipticalGradient(colors: [.red])
    MeshGradient: MeshGradient(width: 2, height: 2, points: [[0, 0]], colors: [.red])
    focusable: Text("x").focusable()
    focusable: Text("x").focusable(true)
    searchFocused: Text("x").searchFocused($on)
    accessibilityFocused: Text("x").accessibilityFocused($on)
    simultaneousGesture: Text("x").simultaneousGesture(TapGesture())
    highPriorityGesture: Text("x").highPriorityGesture(TapGesture())
    onDrag: Text("x").onDrag { 1 }
    onDrop: Text("x").onDrop(of: ["x"], isTargeted: nil) { providers in true }
    allowsHitTesting: Text("x").allowsHitTesting(false)
    onContinuousHover: Text("x").onContinuousHover { phase in }
    hoverEffect: Text("x").hoverEffect()
    hoverEffect: Text("x").hoverEffect(.lift)
    onDeleteCommand: Text("x").onDeleteCommand { act() }
    onExitCommand: Text("x").onExitCommand { act() }
    accessibilityAction: Text("x").accessibilityAction { act() }
    accessibilityAction: Text("x").accessibilityAction(named: "x") { act() }
    symbolEffect: Text("x").symbolEffect(.bounce, value: n)
    symbolEffect: Text("x").symbolEffect(.pulse)
    phaseAnimator: Text("x").phaseAnimator([1, 2]) { content, phase in content }
    matchedTransitionSource: Text("x").matchedTransitionSource(id: 1, in: 2)
    blendMode: Text("x").blendMode(.multiply)
    coordinateSpace: Text("x").coordinateSpace(name: "x")
    onGeometryChange: Text("x").onGeometryChange(for: Int.self) { proxy in 1 } action: { value in }
    visualEffect: Text("x").visualEffect { content, proxy in content }
    glassEffect: Text("x").glassEffect()
    navigationSubtitle: Text("x").navigationSubtitle("x")
    navigationViewStyle: Text("x").navigationViewStyle(.stack)
    navigationViewStyle: Text("x").navigationViewStyle(StackNavigationViewStyle())
    modelContainer: Text("x").modelContainer(for: Item.self)
    modelContainer: Text("x").modelContainer(for: [Item.self, Model.self], inMemory: true)
    modelContainer: Text("x").modelContainer(model)
    managedObjectContext: Text("x").environment(\.managedObjectContext, model)
    actionSheet: Text("x").actionSheet(isPresented: $on) { ActionSheet(title: Text("x"), buttons: [.cancel()]) }
    actionSheet: Text("x").actionSheet(item: $item) { item in ActionSheet(title: Text(item.name)) }
    onContinueUserActivity: Text("x").onContinueUserActivity("x") { activity in }
    copyable: Text("x").copyable(["x"])
    photosPicker: Text("x").photosPicker(isPresented: $on, selection: $chosen)
    transformPreference: Text("x").transformPreference(Key.self) { $0 += 1 }
    overlayPreferenceValue: Text("x").overlayPreferenceValue(Key.self) { value in Text("y") }
    backgroundPreferenceValue: Text("x").backgroundPreferenceValue(Key.self) { value in Text("y") }
    deleteDisabled: Text("x").deleteDisabled(true)
    navigationBarTitle: Text("x").navigationBarTitle(Text("x"), displayMode: .inline)
    font: Text("x").environment(\.font, .body)
    lineLimit: Text("x").environment(\.lineLimit, 2)
    layoutDirection: Text("x").environment(\.layoutDirection, .rightToLeft)
    horizontalSizeClass: Text("x").environment(\.horizontalSizeClass, .compact)
    editMode: Text("x").environment(\.editMode, .constant(.active))
    alert(isPresented:content:): Text("x").alert(isPresented: $on) { Alert(title: Text("x")) }
    alert(isPresented:content:): Text("x").alert(isPresented: $on) { Alert(title: Text("x"), primaryButton: .destructive(Text("y")) { act() }, secondaryButton: .cancel()) }
    alert(item:content:): Text("x").alert(item: $item) { item in Alert(title: Text(item.name)) }
    background(_:in:): Text("x").background(.ultraThinMaterial, in: Circle())
    background(_:in:): Text("x").background(Color.red, in: RoundedRectangle(cornerRadius: 3))
    background(_:in:): Text("x").background(.red, in: .rect(cornerRadius: 3))
    searchable(text:editableTokens:placement:prompt:token:): Text("x").searchable(text: $text, editableTokens: $items) { $token in Text(token.name) }
    Color(_:): Text("x").foregroundColor(Color("x"))
    Color(hue:saturation:brightness:opacity:): Text("x").foregroundColor(Color(hue: 1, saturation: 1, brightness: 1))
    Color(red:green:blue:opacity:): Text("x").foregroundStyle(Color(red: 1, green: 0, blue: 0))
    Color(white:opacity:): Text("x").foregroundColor(Color(white: 0.5))
    contextMenu(forSelectionType:menu:primaryAction:): List { Text("x") }.contextMenu(forSelectionType: Int.self) { ids in Button("x") {} }
    contextMenu(forSelectionType:menu:primaryAction:): List { Text("x") }.contextMenu(forSelectionType: Int.self) { ids in Button("x") {} } primaryAction: { ids in act() }
    contextMenu(menuItems:preview:): Text("x").contextMenu { Button("x") {} } preview: { Text("y") }
    contextMenu(menuItems:preview:): Text("x").contextMenu(menuItems: { Button("x") {} }, preview: { Text("y") })
    ForEach(sections:content:): ForEach(sections: Text("x")) { section in Text("y") }
    Group(sections:transform:): Group(sections: Text("x")) { sections in Text("y") }
    NavigationLink(destination:isActive:label:): NavigationLink(destination: Text("x"), isActive: $on) { Text("y") }
    NavigationLink(isActive:destination:label:): NavigationLink(isActive: $on) { Text("x") } label: { Text("y") }
    NavigationLink(_:isActive:destination:): NavigationLink("x", isActive: $on) { Text("y") }
    NavigationLink(_:destination:isActive:): NavigationLink("x", destination: Text("y"), isActive: $on)
    NavigationLink(destination:tag:selection:label:): NavigationLink(destination: Text("x"), tag: 1, selection: $chosen) { Text("y") }
    NavigationLink(tag:selection:destination:label:): NavigationLink(tag: 1, selection: $chosen) { Text("x") } label: { Text("y") }
    NavigationLink(_:tag:selection:destination:): NavigationLink("x", tag: 1, selection: $chosen) { Text("y") }
    NavigationLink(_:destination:tag:selection:): NavigationLink("x", destination: Text("y"), tag: 1, selection: $chosen)
    NavigationSplitView(columnVisibility:preferredCompactColumn:sidebar:detail:): NavigationSplitView(preferredCompactColumn: .constant(.sidebar)) { Text("x") } detail: { Text("y") }
    NavigationSplitView(columnVisibility:preferredCompactColumn:sidebar:content:detail:): NavigationSplitView(columnVisibility: .constant(.all), preferredCompactColumn: .constant(.sidebar)) { Text("x") } content: { Text("y") } detail: { Text("z") }
    Picker(_:selection:content:currentValueLabel:): Picker("x", selection: $n) { Text("1").tag(1) } currentValueLabel: { Text("y") }
    searchable(text:tokens:placement:prompt:token:): Text("x").searchable(text: $text, tokens: $items) { Text($0.name) }
    searchable(text:tokens:suggestedTokens:placement:prompt:token:): Text("x").searchable(text: $text, tokens: $items, suggestedTokens: $items) { Text($0.name) }
    SecureField(_:text:onCommit:): SecureField("x", text: $text, onCommit: { act() })
    TextField(_:text:onCommit:): TextField("x", text: $text, onCommit: { act() })
    TextField(_:text:onEditingChanged:onCommit:): TextField("x", text: $text, onEditingChanged: { isEditing in })
    TextField(_:text:onEditingChanged:onCommit:): TextField("x", text: $text, onEditingChanged: { isEditing in }, onCommit: { act() })
    TextField(_:value:formatter:): TextField("x", value: $n, formatter: 3)
    Table(_:sortOrder:columns:): Table(items, sortOrder: $order) { TableColumn("x", value: \.name) }
    """#)
}
