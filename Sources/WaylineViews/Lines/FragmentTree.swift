/// Many fragments, one after the other, of which one can be exchanged without looking at the rest.
///
/// - Complexity: making it is O(fragments), an exchange O(log fragments).
struct FragmentTree {
  private static let width = 32

  /// All of them as the parts of one fragment, or as the parts of parts.
  let root: Fragment
  /// How many lie below a part of the root.
  private let span: Int

  init(_ fragments: [Fragment]) {
    var (level, span) = (fragments, 1)
    while level.count > Self.width {
      level = stride(from: 0, to: level.count, by: Self.width).map { first in
        Fragment(parts: Array(level[first..<min(first + Self.width, level.count)]))
      }
      span *= Self.width
    }
    root = Fragment(parts: level)
    self.span = span
  }

  /// Exchanges one of them.
  func exchange(_ place: Int, for fragment: Fragment) {
    Self.exchange(place, for: fragment, in: root, span: span)
  }

  private static func exchange(
    _ place: Int, for fragment: Fragment, in parent: Fragment, span: Int
  ) {
    guard span > 1 else { return parent.exchange(place, for: fragment) }
    let part = parent.parts[place / span]
    let before = part.size
    exchange(place % span, for: fragment, in: part, span: span / width)
    parent.resize(from: before, to: part.size)
  }
}
