import Synchronization
import Testing

@testable import Wayline
@testable import WaylineFlows

private enum Place: NavigationValue {
  case inner, other
}

extension ResultKey<Int> {
  fileprivate static let lent = ResultKey("lent")
}

/// A request of a view.
private enum Request: String, CaseIterable {
  case push, present, open, link, words, replace, set, back, home, popToRoot, reset, leave, undo
  case redo, select, checkpoint, navigate, dismiss, finish, finishNamed, send, sheet, alert
  case destination, path, flow
}

private struct RequestView: View {
  let request: Request
  @Binding var path: [Place]
  @Environment(\.router) private var router
  @Environment(\.dismiss) private var dismiss
  @Environment(\.finish) private var finish
  @Environment(\.send) private var send
  @State private var hasSheet = false
  @State private var hasAlert = false
  @State private var hasDestination = false
  @AppStorage("ended") private var ended = 0

  var body: some View {
    Text("Here")
      .sheet(isPresented: $hasSheet) { Text("A sheet") }
      .alert("An alert", isPresented: $hasAlert) {}
      .navigationDestination(isPresented: $hasDestination) { Text("A destination") }
      .onDisappear {
        ended += 1
        make()
      }
  }

  private func make() {
    switch request {
    case .push: router.push(Place.other)
    case .present: router.present(Place.other)
    case .open: router.open(Place.other)
    case .link: router.open("/other?x=1")
    case .words: router.open(words: ["nowhere"])
    case .replace: router.replaceTop(Place.other)
    case .set: router.set([Place.other, .inner])
    case .back: router.back()
    case .home: router.home()
    case .popToRoot: router.popToRoot()
    case .reset: router.reset()
    case .leave: router.leave()
    case .undo: router.undo()
    case .redo: router.redo()
    case .select: router.select(tab: "nowhere")
    case .checkpoint: router.checkpoint("here")
    case .navigate: router.navigate { _ in }
    case .dismiss: dismiss()
    case .finish: finish("a text")
    case .finishNamed: finish(1, for: .lent)
    case .send: _ = send(2)
    case .sheet: hasSheet = true
    case .alert: hasAlert = true
    case .destination: hasDestination = true
    case .path: path.append(.other)
    case .flow: Task { _ = await router.present(Place.other, returning: Int.self) }
    }
  }
}

private struct DeskView: View {
  let request: Request
  let screen: String
  @State private var path: [Place] = []
  @State private var hasSheet = false

  var body: some View {
    NavigationStack(path: $path) {
      VStack {
        if screen == "first" { RequestView(request: request, path: $path) }
        Button("Sheet") { hasSheet = true }
      }
      .navigationDestination(for: Place.self) { place in
        if place == .inner { RequestView(request: request, path: $path) }
      }
      .sheet(isPresented: $hasSheet) { RequestView(request: request, path: $path) }
    }
  }
}

@MainActor
@Suite("Requests of views while the scene ends")
struct EndingRequestTests {
  @Test(
    "What a view requests when it disappears at the end is ignored, without a word",
    arguments: Request.allCases, ["first", "pushed", "sheet"])
  fileprivate func ignored(request: Request, screen: String) async {
    let mistakes = Mutex<[String]>([])
    let handler: @Sendable (String) -> Void = { sentence in
      mistakes.withLock { $0.append(sentence) }
    }
    let stores = SceneStores.inMemory()
    await Misuse.withHandler(handler) {
      let scene = SceneHost(stores: stores) { DeskView(request: request, screen: screen) }
      switch screen {
      case "pushed": scene.send("open inner")
      case "sheet": scene.send("Sheet")
      default: break
      }
      scene.takePrinted()
      #expect(scene.send("quit").isEmpty)
      var transitions = 0
      _ = scene.router.observe { _ in transitions += 1 }
      scene.end()
      for _ in 0..<20 { await Task.yield() }
      #expect(transitions == 0 && scene.status == .success)
      #expect(scene.router.missedEvents == 0 && scene.router.lateResults == 0)
    }
    #expect(mistakes.withLock { $0 }.isEmpty)
    stores.defaults.use {
      @AppStorage("ended") var ended = 0
      #expect(ended == 1)
    }
  }
}
