import Synchronization

/// Where the dynamic properties of a type lie and how each joins a node, learned once per type.
///
/// Nested properties come before the one that holds them, so that an outer `update()` sees its
/// parts already linked.
// Proof: constant after `init`; the closures capture types only.
package final class PropertyPlan: @unchecked Sendable {
  package typealias Link =
    @MainActor (UnsafeMutableRawPointer, inout AnyObject?, Node) -> Void

  /// One property: its place in the value, its slot in the node, and what to do.
  package struct Step {
    package let offset: Int
    package let slot: Int
    package let link: Link
  }

  /// The steps in the order in which they run.
  package let steps: [Step]

  private init(steps: [Step]) {
    self.steps = steps
  }

  /// The plan of something without properties.
  package static let none = PropertyPlan(steps: [])

  private static let known = Mutex<[ObjectIdentifier: PropertyPlan]>([:])

  /// The plan of a type, made at the first call.
  ///
  /// - Complexity: one locked look-up after the first call for the type.
  package static func of(_ type: any Any.Type) -> PropertyPlan {
    if let found = known.withLock({ $0[ObjectIdentifier(type)] }) { return found }
    var steps: [Step] = []
    collect(type, at: 0, owner: "\(type)", into: &steps)
    let made = PropertyPlan(steps: steps)
    known.withLock { $0[ObjectIdentifier(type)] = made }
    return made
  }
}

extension PropertyPlan {
  private static func collect(
    _ type: any Any.Type, at base: Int, owner: String, into steps: inout [Step]
  ) {
    for field in Field.all(of: type) {
      if let linked = field.type as? any LinkedProperty.Type {
        steps.append(step(base + field.offset, steps.count, joining(linked)))
      } else if let custom = field.type as? any DynamicProperty.Type {
        collect(custom, at: base + field.offset, owner: owner, into: &steps)
        steps.append(step(base + field.offset, steps.count, updating(custom)))
      } else if let payload = (field.type as? any OptionalType.Type)?.wrapped,
        payload is any DynamicProperty.Type
      {
        Misuse.report(
          "'\(field.name)' of \(owner) is an optional \(payload); a dynamic property inside an "
            + "enum or optional is never connected. Declare it without the optional.")
      }
    }
  }

  private static func step(_ offset: Int, _ slot: Int, _ link: @escaping Link) -> Step {
    Step(offset: offset, slot: slot, link: link)
  }

  private static func joining<Property: LinkedProperty>(_: Property.Type) -> Link {
    { address, slot, node in
      address.assumingMemoryBound(to: Property.self).pointee.link(&slot, in: node)
    }
  }

  private static func updating<Property: DynamicProperty>(_: Property.Type) -> Link {
    { address, _, _ in address.assumingMemoryBound(to: Property.self).pointee.update() }
  }
}

/// Tells optionals from other enums.
private protocol OptionalType { static var wrapped: any Any.Type { get } }

extension Optional: OptionalType {
  fileprivate static var wrapped: any Any.Type { Wrapped.self }
}
