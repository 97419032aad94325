import WaylineNavigation

/// Links of a place with three values, both ways.
@MainActor
enum LinkRows {
  static var all: [Benchmark] { [encode, decode] }

  private static let place = Place.shelf(room: "reading", row: 42, isOpen: true)
  private static let url = "/shelf/reading/42/true"

  private static var encode: Benchmark {
    Benchmark(
      "link encode, three values",
      scope: "A place to the text of its URL; reading it again, as the link does, is included.",
      reach: .times(5)
    ) {
      let work = Work("") { count in
        for _ in 0..<count { blackHole(try DeepLink(place).url) }
      }
      let floor = Work("join by hand") { count in
        for _ in 0..<count { blackHole(joined(place)) }
      }
      return Stage(work, floor: floor) {
        try expect("the link", DeepLink(place).url, is: url)
        try expect("the joined text", joined(place), is: url)
      }
    }
  }

  private static var decode: Benchmark {
    Benchmark(
      "link decode, three values", scope: "The text of a URL to the place.", reach: .times(5)
    ) {
      let work = Work("") { count in
        for _ in 0..<count { blackHole(try DeepLink(url: url).value(of: Place.self)) }
      }
      let floor = Work("split by hand") { count in
        for _ in 0..<count { blackHole(split(url)) }
      }
      return Stage(work, floor: floor) {
        try expect("the place", DeepLink(url: url).value(of: Place.self), is: place)
        try expect("the split place", split(url), is: place)
      }
    }
  }

  @inline(never)
  private static func joined(_ place: Place) -> String {
    guard case .shelf(let room, let row, let isOpen) = place else { return "" }
    return "/" + ["shelf", room, "\(row)", "\(isOpen)"].joined(separator: "/")
  }

  @inline(never)
  private static func split(_ url: String) -> Place? {
    let words = url.split(separator: "/")
    guard words.count == 4, words[0] == "shelf", let row = Int(words[2]),
      let isOpen = Bool(String(words[3]))
    else { return nil }
    return .shelf(room: String(words[1]), row: row, isOpen: isOpen)
  }
}
