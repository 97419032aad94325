/// A value that a node keeps for one of its properties, for dumps.
package struct KeptState {
  /// The name of the property.
  package let name: String
  /// What its value looks like.
  package let text: String
  /// What its changes are known by: see ``Cause/source(_:)``.
  package let source: ObjectIdentifier
}

extension Node {
  /// The states that the properties of a plan keep here, in field order.
  package func states(_ plan: PropertyPlan) -> [KeptState] {
    zip(plan.steps, slots).compactMap { step, slot in
      guard let slot = slot as? NodeSlot, let source = slot.source else { return nil }
      return KeptState(name: step.name, text: slot.text, source: ObjectIdentifier(source))
    }
  }
}
