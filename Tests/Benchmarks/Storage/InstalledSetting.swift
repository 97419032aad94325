import WaylineGraph
import WaylineStorage
import WaylineViews

/// A setting in a view that is shown, and the view as its actions see it.
@MainActor
struct InstalledSetting {
  let host: ViewHost
  /// The view with its properties connected.
  let desk: Desk

  init(in store: any PersistentStore) throws {
    let keeper = Keeper()
    host = ViewHost { Desk(store: store, keeper: keeper) }
    guard let desk = keeper.desk else { throw WrongOutput("No body ran.") }
    self.desk = desk
  }

  /// Assigns in a scope of the graph, as an action does.
  func write(_ copies: Int) {
    host.graph.perform { desk.copies = copies }
  }
}

/// A view with a setting that its body does not read.
@MainActor
struct Desk: View {
  @AppStorage var copies: Int
  private let keeper: Keeper

  fileprivate init(store: any PersistentStore, keeper: Keeper) {
    _copies = AppStorage(wrappedValue: 0, "copies", store: store)
    self.keeper = keeper
  }

  var body: some View {
    let _ = keeper.keep(self)
    Text("The desk is open.")
  }
}

/// Leads from a connected view to who measures it.
@MainActor
private final class Keeper {
  private(set) var desk: Desk?

  func keep(_ desk: Desk) { self.desk = desk }
}
