import Wayline

/// The samples of the article Linking to places.
enum LinkingSample {
  enum BookRoute: CoordinatedValue, PlacedValue {
    case catalog
    case book(id: Int)
    case loans(of: String, isOpen: Bool)

    var parent: (any NavigationValue)? {
      if case .book = self { BookRoute.catalog } else { nil }
    }

    @MainActor var coordinator: any Coordinator { PlaceCoordinator(place: self) }
  }

  struct PlaceCoordinator: Coordinator {
    let place: BookRoute

    func start() -> some View { Text("\(place)") }
  }

  enum MemberRoute: NavigationValue, LinkNamed {
    case member(name: String)

    static var linkNames: LinkNames { LinkNames(aliases: ["reader": "member"]) }
  }

  static func links() throws {
    let link = try DeepLink(BookRoute.book(id: 42))
    print(link.url)  // /book/42
    print(link.command)  // book 42
    let route: BookRoute = try DeepLink(url: "/book/42").value(of: BookRoute.self)
    print(route == .book(id: 42))
  }
}
