import WaylineGraph

/// Which cases a route consists of, with those of the enums inside it.
enum RouteCases {
  /// The words of a value's cases: `desk book` for `.desk(.book(id: 42))`.
  static func name(of route: Route) -> String {
    let words = words(of: route.value)
    return words.isEmpty ? route.typeName : words.joined(separator: " ")
  }

  /// The words of every case of a type; its own name when it is no enum.
  static func all(of type: any Any.Type) -> [[String]] {
    let names = EnumCases.names(of: type)
    guard !names.isEmpty else { return [] }
    let payloads = EnumCases.payloads(of: type)
    return names.enumerated().flatMap { index, name in
      let word = LinkNames.of(type).word(for: name)
      let payload = index < payloads.count ? payloads[index] : nil
      return payload.map { inner(of: $0) }?.map { [word] + $0 } ?? [[word]]
    }
  }

  private static func inner(of payload: any Any.Type) -> [[String]] {
    if let optional = payload as? any OptionalType.Type {
      let wrapped = inner(of: optional.wrapped)
      return wrapped == [[]] ? [[]] : [[]] + wrapped
    }
    guard !(payload is any RawRepresentable.Type), payload is any Decodable.Type else {
      return [[]]
    }
    let cases = all(of: payload)
    return cases.isEmpty ? [[]] : cases
  }

  private static func words(of value: Any) -> [String] {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum where !(value is any RawRepresentable):
      let names = LinkNames.of(Swift.type(of: value))
      guard let child = mirror.children.first, let label = child.label else {
        return [names.word(for: "\(value)")]
      }
      return [names.word(for: label)] + words(of: child.value)
    case .optional, .tuple: return mirror.children.flatMap { words(of: $0.value) }
    default: return []
    }
  }
}

private protocol OptionalType {
  static var wrapped: any Any.Type { get }
}

extension Optional: OptionalType {
  fileprivate static var wrapped: any Any.Type { Wrapped.self }
}
