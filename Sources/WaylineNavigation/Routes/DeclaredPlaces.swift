import WaylineGraph
import WaylineViews

/// The places that a view declares, found by the types of the views inside it: no view is made.
///
/// Both branches of an `if` are followed. Rows of data and what is presented later, such as a sheet, are
/// closures, so the places that they declare are not found; a deep link cannot open those either.
@MainActor
package struct DeclaredPlaces {
  /// The types of the places, those of outer modifiers first.
  private var types: [any NavigationValue.Type] = []
  /// False if a part hides its type, as an `AnyView` does, or if the types never end.
  package private(set) var isComplete = true

  private var visited: Set<ObjectIdentifier> = []
  /// The most types that are visited: a generic view may contain itself with ever new arguments.
  private static let limit = 10_000

  /// Finds the places that the views of a type declare.
  ///
  /// - Complexity: O(types inside).
  package init(in root: any View.Type) {
    visit(root)
  }

  /// The forms of the places, such as `book <id>`.
  package var patterns: [String] { types.flatMap { LinkPattern.all(of: $0) } }

  /// True if a word begins a place, in any case.
  package func begins(with word: String) -> Bool {
    types.contains { LinkShape.begins(word, linksOf: $0) }
  }

  private mutating func visit(_ type: any Any.Type) {
    guard isComplete, visited.insert(ObjectIdentifier(type)).inserted else { return }
    guard visited.count <= Self.limit, type != AnyView.self else {
      isComplete = false
      return
    }
    if let parted = type as? any TypedParts.Type {
      for part in parted.partTypes { visit(part) }
    } else if let view = type as? any View.Type {
      visitParts(of: view)
    } else if let modifier = type as? any ViewModifier.Type {
      visitParts(of: modifier)
    }
  }

  private mutating func visitParts<Inner: View>(of view: Inner.Type) {
    if Inner.Body.self != Never.self { visit(Inner.Body.self) }
    visitFields(of: view)
  }

  private mutating func visitParts<Inner: ViewModifier>(of modifier: Inner.Type) {
    if let declaring = modifier as? any PlaceDeclaring.Type { declare(declaring.placeType) }
    visit(Inner.Body.self)
    visitFields(of: modifier)
  }

  private mutating func visitFields(of type: any Any.Type) {
    for field in Field.all(of: type) { visit(field.type) }
  }

  private mutating func declare(_ type: any Any.Type) {
    guard let type = type as? any NavigationValue.Type, !(type is any PresentedValue.Type),
      !types.contains(where: { $0 == type })
    else { return }
    types.append(type)
  }
}

/// A modifier that declares the screens for the values of a type.
private protocol PlaceDeclaring {
  static var placeType: any Any.Type { get }
}

extension DestinationModifier: PlaceDeclaring {
  fileprivate static var placeType: any Any.Type { Value.self }
}

extension TabView: TypedParts {
  /// The type of the tabs.
  package static var partTypes: [any Any.Type] { [Content.self] }
}

extension NavigationStack: TypedParts {
  /// The type of the root.
  package static var partTypes: [any Any.Type] { [Root.self] }
}
