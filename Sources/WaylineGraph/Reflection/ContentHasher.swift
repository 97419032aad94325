/// Hashes values by their content: objects by their fields, so that two equal runs agree.
///
/// Closures, pointers, and whatever lies deeper than eight levels in or below objects, are not hashed. A
/// value whose type says all of it is hashed to its end, whatever its `==` compares.
package struct ContentHasher {
  private var hasher = Hasher()
  /// The objects that were met, by their order.
  private var seen: [ObjectIdentifier: Int] = [:]
  /// Receives each object instead of hashing anything, and returns whether its parts are visited.
  private var onObject: ((AnyObject) -> Bool)?
  static let depthLimit = 8

  /// Creates a hasher of nothing.
  package init() {}

  /// Calls a closure with the objects that a value holds, and with those that they hold if it returns true.
  static func visitObjects(of value: Any, _ onObject: (AnyObject) -> Bool) {
    withoutActuallyEscaping(onObject) { onObject in
      var visitor = ContentHasher()
      visitor.onObject = onObject
      visitor.combine(any: value, depth: 0)
    }
  }

  /// The hash of an object by its content.
  static func hash(of object: AnyObject) -> UInt64 {
    var hasher = ContentHasher()
    hasher.combine(object: object, depth: 0)
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
  }

  /// Adds bytes, all of which are initialised.
  mutating func combine(bytes: UnsafeRawBufferPointer) { hasher.combine(bytes: bytes) }

  /// True if a part adds nothing: it has no objects, and only these are looked for.
  func skips(_ plan: ContentPlan) -> Bool { onObject != nil && plan.isKnown }

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
    if skips(plan) { return }
    hasher.combine(plan.nameHash)
    withUnsafePointer(to: value) { plan.hash(at: $0, into: &self, depth: depth) }
  }

  /// Adds an object by its fields, or by its number if it was met before: which of several equal objects it
  /// is, is content as well.
  mutating func combine(object: AnyObject, depth: Int) {
    guard depth < Self.depthLimit else { return }
    if let number = seen[ObjectIdentifier(object)] { return hasher.combine(number) }
    seen[ObjectIdentifier(object)] = seen.count
    if let onObject, !onObject(object) { return }
    ObjectPlan.of(type(of: object)).hash(object, into: &self, depth: depth)
  }

  /// Adds the sum of the hashes of parts whose order is no content.
  mutating func combine<Parts: Sequence>(
    unordered parts: Parts, _ add: (Parts.Element, inout ContentHasher) -> Void
  ) {
    var sum: UInt64 = 0
    for part in parts {
      var inner = self
      inner.hasher = Hasher()
      add(part, &inner)
      sum &+= inner.finalize()
    }
    hasher.combine(sum)
  }
}

extension ContentHasher {
  /// Adds a value as its mirror shows it: that of a collection shows its elements, and not its memory.
  mutating func combine(mirrorOf value: Any, depth: Int) {
    guard depth < Self.depthLimit else { return }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .class { return combine(fieldsOf: mirror, depth) }
    if mirror.children.isEmpty {
      if let value = value as? any Hashable { combine(plain: value) }
      return
    }
    if mirror.displayStyle == .set || mirror.displayStyle == .dictionary {
      return combine(unordered: mirror.children) { $1.combine(any: $0.value, depth: depth + 1) }
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
