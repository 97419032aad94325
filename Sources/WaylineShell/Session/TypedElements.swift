import WaylineGraph
import WaylineNavigation
import WaylineViews

/// One value that the user has typed, and the place of its element.
struct TypedChange {
  /// The element, while it is in the tree.
  var element: ElementID
  /// The place of the element, by which it is found when its screen has been opened again.
  let place: Place
  /// The value of the element that took the line.
  var value: ElementValue
  let before: Any
  var after: Any

  /// The label of the element.
  var label: String { place.label }

  /// A place of an element: a label on a screen, and the number of equal ones before it.
  struct Place: Hashable {
    let visit: AnyHashable?
    let kind: Element.Kind
    let label: String
    var number = 0
  }
}

/// The elements of a scene, to which `undo` and `redo` give back what was typed.
@MainActor
struct TypedElements {
  private unowned let host: ViewHost
  private let navigator: (any Navigator)?

  init(_ host: ViewHost, _ navigator: (any Navigator)?) {
    (self.host, self.navigator) = (host, navigator)
  }

  /// The change of an element on a screen; nil if its values are not to be stored.
  func change(_ change: ElementChange, on screen: Screen) -> TypedChange? {
    guard let index = screen.elements.firstIndex(where: { $0.id == change.element }) else {
      return nil
    }
    let element = screen.elements[index]
    guard !element.isPrivate else { return nil }
    var place = TypedChange.Place(
      visit: host.environment(of: change.element)?.visit, kind: element.kind, label: element.label)
    place.number = screen.elements[..<index]
      .count { $0.kind == element.kind && $0.label == element.label }
    return TypedChange(
      element: change.element, place: place, value: change.value, before: change.before,
      after: change.after)
  }

  /// True if a value is the present one of the element; false while its screen is not open.
  func has(_ value: Any, _ change: TypedChange) -> Bool {
    let shown = found(change)?.value
    if shown == nil, let visit = change.place.visit, navigator?.isOpen(visit) == false {
      return false
    }
    return change.value.isSame(value, (shown ?? change.value).present)
  }

  /// Gives the element a value. Returns the change with the value from which it can be repeated or
  /// reverted; nil if the value does not exist any more.
  func give(_ value: Any, _ change: TypedChange, from edits: EditHistory) -> TypedChange? {
    var change = change
    let found = found(change)
    if let found { (change.element, change.value) = (found.id, found.value) }
    let target = found?.value ?? change.value
    let isBack = change.value.isSame(value, change.before)
    if isBack, let present = target.present { change.after = present }
    let hasEffect = edits.answer { target.write(value) }
    return found != nil || hasEffect ? change : nil
  }

  private func found(_ change: TypedChange) -> (id: ElementID, value: ElementValue)? {
    if let value = host.value(of: change.element) { return (change.element, value) }
    return places[change.place].flatMap { id in host.value(of: id).map { (id, $0) } }
  }

  /// The elements that are in the tree, by their places.
  private var places: [TypedChange.Place: ElementID] {
    var places: [TypedChange.Place: ElementID] = [:]
    for (element, environment) in host.valuedElements {
      var place = TypedChange.Place(
        visit: environment.visit, kind: element.kind, label: element.label)
      while places[place] != nil { place.number += 1 }
      places[place] = element.id
    }
    return places
  }

  /// Gives the elements of screens that were opened again the values of the last changes, unless the program
  /// has others for them.
  ///
  /// A value may bring more elements, so they are looked for until no more are found.
  func restore(_ changes: inout [TypedChange]) {
    while true {
      let lost = changes.indices.filter { host.value(of: changes[$0].element) == nil }
      guard !lost.isEmpty else { return }
      let places = places
      let found = lost.filter { places[changes[$0].place] != nil }
      guard !found.isEmpty else { return }
      for (place, group) in Dictionary(grouping: found, by: { changes[$0].place })
        .sorted(by: { ($0.value.first ?? 0) < ($1.value.first ?? 0) })
      {
        guard let id = places[place], let first = group.first, let last = group.last
        else { continue }
        retype(changes[last].after, instead: changes[first].before, id, changes[last])
        for index in group {
          changes[index].element = id
          if let value = host.value(of: id) { changes[index].value = value }
        }
      }
    }
  }

  private func retype(_ value: Any, instead old: Any, _ id: ElementID, _ change: TypedChange) {
    guard let target = host.value(of: id), change.value.isSame(target.present, old) else { return }
    host.graph.answer { target.write(value) }
  }
}
