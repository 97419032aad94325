import Synchronization

// Proof: constant after `init`; the closures capture types only.
/// The dynamic properties of a type and the connection of each to a node, found once per type.
///
/// Nested properties come before the one that holds them, so that an outer `update()` sees its
/// parts already linked.
package final class PropertyPlan: @unchecked Sendable {
  /// One property: its offset in the value, its slot in the node, and its connection.
  package struct Step {
    /// The name in the source, without the underscore of a wrapper.
    package let name: String
    /// Connects the property.
    fileprivate let link: Link
  }

  // NB: a type and not a closure, and without the name, so that a turn retains nothing of it.
  /// The connection of one property.
  fileprivate struct Link {
    /// The offset of the property in the value.
    let offset: Int
    /// The index of its slot in the node.
    let slot: Int
    let type: LinkType
  }

  fileprivate enum LinkType {
    /// A property that is joined to the node.
    case joined(any LinkedProperty.Type)
    /// A property of the program, which is updated.
    case updated(any DynamicProperty.Type)
  }

  /// The steps in the order in which they run.
  package let steps: [Step]
  private let links: [Link]
  /// The comparison of two values of the type as inputs.
  package let comparison: InputComparison
  /// True if code of the program runs in a step: an `update()`.
  let hasUpdates: Bool
  /// True if a property has a state or an object.
  private let hasState: Bool
  private let type: any Any.Type
  private let heldObjects = LazyReference<HeldObjects>()

  /// True if a value of the type may have a state, or an object that announces its changes.
  package var isStoring: Bool {
    if hasState { return true }
    return withHeldObjects { !$0.isEmpty }
  }

  /// Calls a closure with the objects that announce their changes and that a subject holds
  /// without a property wrapper, and the name of the variable.
  package func forEachHeldObject<Subject>(
    in subject: Subject, _ body: (_ name: String, _ object: AnyObject) -> Void
  ) {
    withUnsafePointer(to: subject) { address in
      withHeldObjects { $0.forEach(in: UnsafeRawPointer(address), body) }
    }
  }

  private func withHeldObjects<Result>(_ use: (HeldObjects) -> Result) -> Result {
    heldObjects.value { HeldObjects(of: type) }._withUnsafeGuaranteedRef(use)
  }

  /// The name of the property that is stored in a slot of its node; nil if none is.
  package func name(ofSlot slot: Int) -> String? { steps.first { $0.link.slot == slot }?.name }

  private init(_ type: any Any.Type, _ builder: PlanBuilder, comparison: InputComparison) {
    (self.type, self.comparison) = (type, comparison)
    steps = builder.steps
    links = builder.steps.map(\.link)
    hasUpdates = builder.hasUpdates
    hasState = builder.hasState
  }

  /// The plan of something without properties.
  package static let none = PropertyPlan(
    Void.self, PlanBuilder(owner: ""), comparison: .of(Void.self))

  private static let known = Mutex<[ObjectIdentifier: PropertyPlan]>([:])

  /// The plan of a type, made at the first call.
  ///
  /// - Complexity: one locked look-up after the first call for the type.
  package static func of<Subject>(_ type: Subject.Type) -> PropertyPlan {
    if let found = known.withLock({ $0[ObjectIdentifier(type)] }) { return found }
    var builder = PlanBuilder(owner: "\(type)")
    builder.collect(type, at: 0)
    if !builder.sawField, MemoryLayout<Subject>.size > 0, MetadataKind(of: type) == .structure {
      reportUnreadable(type)
    }
    let made = PropertyPlan(type, builder, comparison: .of(type))
    // Whoever came first on another thread is right.
    return known.withLock { known in
      let kept = known[ObjectIdentifier(type)] ?? made
      known[ObjectIdentifier(type)] = kept
      return kept
    }
  }

  /// True if a class has dynamic properties, which no plan connects.
  package static func hasProperties(inClass type: any Any.Type) -> Bool {
    Field.all(of: type).contains {
      MetadataKind(of: $0.type) == .structure && PropertyTypes.dynamic($0.type) != nil
    }
  }

  /// The plan that was looked up last: the rows of a list share a type.
  @MainActor private static var last: (type: ObjectIdentifier, plan: PropertyPlan)?

  /// The plan of a type, without a look-up where it is that of the last node.
  @MainActor
  package static func ofNode<Subject>(_ type: Subject.Type) -> PropertyPlan {
    let id = ObjectIdentifier(type)
    if let last, last.type == id { return last.plan }
    let plan = of(type)
    last = (id, plan)
    return plan
  }

  /// Runs the steps on a value, with the slots of the node that it is linked to.
  @MainActor
  func link<Subject>(_ subject: inout Subject, _ slots: inout [AnyObject?], in node: Node) {
    withAddress(of: &subject) { address in
      for link in links {
        switch link.type {
        case .joined(let type): type.link(at: address + link.offset, &slots[link.slot], in: node)
        case .updated(let type): type.update(at: address + link.offset)
        }
      }
    }
  }

  // NB: not isolated, since the runtime would check an isolated closure for its thread at each call.
  private func withAddress<Subject>(
    of subject: inout Subject, _ use: (UnsafeMutableRawPointer) -> Void
  ) {
    withUnsafeMutablePointer(to: &subject) { use(UnsafeMutableRawPointer($0)) }
  }

  private static func reportUnreadable(_ type: any Any.Type) {
    Misuse.report(
      "The fields of \(type) cannot be read, so its dynamic properties are not connected. Compile "
        + "its module without -disable-reflection-metadata.")
  }
}

/// Collects the steps of a type, inner properties first.
private struct PlanBuilder {
  let owner: String
  var steps: [PropertyPlan.Step] = []
  var hasUpdates = false
  var hasState = false
  var sawField = false

  mutating func collect(_ type: any Any.Type, at base: Int) {
    // The fields of a class are not in the value; a class used as a view is reported.
    if type is AnyClass {
      sawField = true
      return
    }
    for field in Field.all(of: type) {
      sawField = true
      let offset = base + field.offset
      switch MetadataKind(of: field.type) {
      case .structure: collectProperty(field, at: offset)
      case .enumeration, .optional: reportHidden(in: field)
      case .tuple, .object, .other: break
      }
    }
  }

  private mutating func collectProperty(_ field: Field, at offset: Int) {
    // A wrapper is mostly one of our own properties, and each look-up in
    // the runtime delays the first screen of a program.
    if field.name.hasPrefix("_"), let linked = PropertyTypes.linked(field.type) {
      return collectLinked(linked, field, at: offset)
    }
    guard let property = PropertyTypes.dynamic(field.type) else { return }
    if let linked = property as? any LinkedProperty.Type {
      collectLinked(linked, field, at: offset)
    } else {
      hasUpdates = true
      collect(property, at: offset)
      add(field, offset, .updated(property))
    }
  }

  private mutating func collectLinked(
    _ linked: any LinkedProperty.Type, _ field: Field, at offset: Int
  ) {
    guard linked.needsNode else { return }
    if linked.hasState { hasState = true }
    add(field, offset, .joined(linked))
  }

  private mutating func add(_ field: Field, _ offset: Int, _ type: PropertyPlan.LinkType) {
    let name = field.name.hasPrefix("_") ? String(field.name.dropFirst()) : field.name
    let link = PropertyPlan.Link(offset: offset, slot: steps.count, type: type)
    steps.append(PropertyPlan.Step(name: name, link: link))
  }

  private func reportHidden(in field: Field) {
    let payloads =
      (field.type as? any OptionalType.Type).map { [$0.wrapped] }
      ?? EnumCases.payloads(of: field.type)
    for payload in payloads where isProperty(payload) {
      Misuse.report(
        "'\(field.name)' of \(owner) holds a \(payload) inside an enum or optional, where it is "
          + "never connected. Declare it as a property of its own.")
    }
  }

  private func isProperty(_ type: any Any.Type) -> Bool {
    guard PropertyTypes.dynamic(type) != nil else { return false }
    return (type as? any LinkedProperty.Type)?.needsNode ?? true
  }
}

extension LinkedProperty {
  /// Joins the property at an address to a node.
  @MainActor
  fileprivate static func link(
    at address: UnsafeMutableRawPointer, _ slot: inout AnyObject?, in node: Node
  ) {
    address.assumingMemoryBound(to: Self.self).pointee.link(&slot, in: node)
  }
}

extension DynamicProperty {
  /// Updates the property at an address.
  @MainActor
  fileprivate static func update(at address: UnsafeMutableRawPointer) {
    address.assumingMemoryBound(to: Self.self).pointee.update()
  }
}

/// Distinguishes optionals from other enums.
private protocol OptionalType { static var wrapped: any Any.Type { get } }

extension Optional: OptionalType {
  fileprivate static var wrapped: any Any.Type { Wrapped.self }
}
