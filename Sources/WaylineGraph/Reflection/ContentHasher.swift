/// Hashes values by their content: objects by their fields, so that two equal runs agree.
///
/// Closures and pointers are not hashed. All else is hashed to its end, whatever its `==` compares: what lies deep below
/// other values is hashed after these, so that a long chain of objects does not take the stack. Only objects in a set that
/// look alike are not hashed to their end: which of them comes first is not known.
package struct ContentHasher {
  private var hasher = Hasher()
  /// The objects that were met, by their order.
  private var seen: [ObjectIdentifier: Int] = [:]
  /// What lies deep and is hashed after the rest.
  private var later: [Part] = []
  private var objects = Objects.hashed
  /// The number of levels that are hashed at once: what an object, an optional, a collection or a case holds is one deeper.
  private static let levels = 64
  /// The number of levels that tell elements of a set apart, and that of those which look alike.
  private static let (levelsOfKeys, levelsOfTwins) = (4, 8)

  /// The objects that are met.
  private enum Objects {
    case hashed
    /// They are hashed above a number of levels, and so are values.
    case above(Int)
    /// They are given to a closure instead of hashing anything, which returns whether their parts are visited.
    case visited((AnyObject) -> Bool)
  }

  private enum Part {
    case object(AnyObject)
    case value(Any)
  }

  /// Creates a hasher of nothing.
  package init() {}

  /// Calls a closure with the objects that a value holds, and with those that they hold if it returns true.
  static func visitObjects(of value: Any, _ onObject: (AnyObject) -> Bool) {
    withoutActuallyEscaping(onObject) { onObject in
      var visitor = ContentHasher()
      visitor.objects = .visited(onObject)
      visitor.combine(any: value, depth: 0)
      visitor.combineLater()
    }
  }

  /// The hash of a value by its content.
  package static func hash(of value: Any) -> UInt64 {
    var hasher = ContentHasher()
    hasher.combine(value)
    return hasher.finalize()
  }

  /// The hash of all that was combined.
  package func finalize() -> UInt64 { UInt64(bitPattern: Int64(hasher.finalize())) }

  /// Adds a value that needs no look into its fields.
  package mutating func combine(plain value: some Hashable) { hasher.combine(value) }

  /// Adds a value by its content.
  package mutating func combine<Value>(_ value: Value) {
    let plan = ContentPlan.of(Value.self)
    withUnsafePointer(to: value) { plan.hash(at: $0, into: &self, depth: 0) }
    combineLater()
  }

  /// Adds bytes, all of which are initialised.
  mutating func combine(bytes: UnsafeRawBufferPointer) { hasher.combine(bytes: bytes) }

  /// True if a part adds nothing: it has no objects, and only these are looked for.
  func skips(_ plan: ContentPlan) -> Bool {
    guard case .visited = objects else { return false }
    return plan.isKnown
  }

  /// True if a value is hashed at once; otherwise it is hashed after the rest, or not at all.
  mutating func reaches<Value>(_ depth: Int, _ value: @autoclosure () -> Value) -> Bool {
    if isNear(depth) { return true }
    if case .above = objects { return false }
    later.append(.value(value()))
    return false
  }

  /// True if a level is not so deep that it is hashed after the rest, or not at all.
  private func isNear(_ depth: Int) -> Bool {
    if case .above(let limit) = objects { return depth < limit }
    return depth < Self.levels
  }

  /// Adds a value of a type that is known at run time only, with the name of the type.
  mutating func combine(any value: Any, depth: Int) {
    func open<Value>(_ value: Value) { combine(named: value, depth: depth) }
    _openExistential(value, do: open)
  }

  /// Adds a value that may itself be of a type that is known at run time only.
  mutating func combine<Value>(dynamic value: Value, depth: Int) {
    func open<Dynamic>(_ type: Dynamic.Type) {
      if let value = value as? Dynamic { combine(named: value, depth: depth) }
    }
    _openExistential(type(of: value as Any), do: open)
  }

  private mutating func combine<Value>(named value: Value, depth: Int) {
    let plan = ContentPlan.of(Value.self)
    guard !skips(plan), reaches(depth, value) else { return }
    hasher.combine(plan.nameHash)
    withUnsafePointer(to: value) { plan.hash(at: $0, into: &self, depth: depth) }
  }

  /// Adds an object by its fields, or by its number if it was met before: which of several equal objects it
  /// is, is content as well.
  mutating func combine(object: AnyObject, depth: Int) {
    if case .above(let limit) = objects, depth >= limit { return }
    if let number = seen[ObjectIdentifier(object)] { return hasher.combine(number) }
    seen[ObjectIdentifier(object)] = seen.count
    if case .visited(let onObject) = objects, !onObject(object) { return }
    if isNear(depth) {
      ObjectPlan.of(type(of: object)).hash(object, into: &self, depth: depth)
    } else {
      later.append(.object(object))
    }
  }

  /// Adds what lies deep.
  private mutating func combineLater() {
    if later.isEmpty { return }
    var next = 0
    while next < later.count {
      switch later[next] {
      case .object(let object):
        ObjectPlan.of(type(of: object)).hash(object, into: &self, depth: 0)
      case .value(let value): combine(any: value, depth: 0)
      }
      next += 1
    }
    later = []
  }

  /// Adds parts whose order is no content.
  ///
  /// Parts with objects are sorted by what they hold themselves, and the objects are hashed in that order. The rest is a sum of hashes.
  ///
  /// - Parameters:
  ///   - isKnown: whether the parts have no objects.
  ///   - key: adds what tells a part from the others.
  mutating func combine<Parts: Sequence>(
    unordered parts: Parts, isKnown: Bool, depth: Int,
    by key: (Parts.Element, inout ContentHasher) -> Void,
    _ add: (Parts.Element, inout ContentHasher) -> Void
  ) {
    switch objects {
    case .visited: for part in parts { add(part, &self) }
    case .hashed where !isKnown:
      let limit = depth + Self.levelsOfKeys
      var rest = parts.map { (key: hash(of: $0, .above(limit), key), part: $0) }
        .sorted { $0.key < $1.key }[...]
      while let first = rest.first {
        let twins = rest.prefix { $0.key == first.key }
        rest = rest.dropFirst(twins.count)
        if twins.count == 1 {
          add(first.part, &self)
        } else {
          combine(sumOf: twins.lazy.map(\.part), .above(depth + Self.levelsOfTwins), add)
        }
      }
    case .hashed, .above: combine(sumOf: parts, objects, add)
    }
  }

  private mutating func combine<Parts: Sequence>(
    sumOf parts: Parts, _ objects: Objects, _ add: (Parts.Element, inout ContentHasher) -> Void
  ) {
    var sum: UInt64 = 0
    for part in parts { sum &+= hash(of: part, objects, add) }
    hasher.combine(sum)
  }

  /// The hash of a part alone, where the objects that were met are known.
  private func hash<Part>(
    of part: Part, _ objects: Objects, _ add: (Part, inout ContentHasher) -> Void
  ) -> UInt64 {
    var own = self
    (own.hasher, own.later, own.objects) = (Hasher(), [], objects)
    add(part, &own)
    own.combineLater()
    return own.finalize()
  }
}

extension ContentHasher {
  /// Adds a value as its mirror shows it: that of a collection shows its elements, and not its memory.
  mutating func combine(mirrorOf value: Any, depth: Int) {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .class { return combine(fieldsOf: mirror, depth) }
    if mirror.children.isEmpty {
      if let value = value as? any Hashable { combine(plain: value) }
      return
    }
    if mirror.displayStyle == .set || mirror.displayStyle == .dictionary {
      return combine(unordered: mirror.children, isKnown: false, depth: depth) {
        $1.combine(any: $0.value, depth: depth + 1)
      } _: {
        $1.combine(any: $0.value, depth: depth + 1)
      }
    }
    combine(plain: mirror.children.count)
    for child in mirror.children { combine(any: child.value, depth: depth + 1) }
  }

  private mutating func combine(fieldsOf object: Mirror, _ depth: Int) {
    var part: Mirror? = object
    while let present = part {
      for child in present.children where child.label != ObjectPlan.registrar {
        // Who observes a property is not part of it, and a store has the values of its own.
        if let field = child.value as? any PublishedField {
          if let value = field.content { combine(any: value, depth: depth + 1) }
        } else {
          combine(any: child.value, depth: depth + 1)
        }
      }
      part = present.superclassMirror
    }
  }
}
