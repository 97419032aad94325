import Testing

@testable import WaylineGraph

private struct Inner: DynamicProperty {
  @State var count = 0
  @Binding var title: String
}

private struct Outer: DynamicProperty {
  var inner: Inner
  @Environment(\.self) var environment
}

private struct Subject {
  let name: String
  var outer: Outer
  @State var copies = 1
}

private enum Route {
  case home
  case book(State<Int>, String)
  indirect case shelf([Route])
}

private struct Generic<Value> {
  enum Case {
    case none
    case some(Value)
  }
}

@Suite("Property plans")
struct PlanTests {
  @Test("Inner properties come before the one that holds them, in field order (21)")
  func order() {
    #expect(
      PropertyPlan.of(Subject.self).steps.map(\.name)
        == ["count", "inner", "environment", "outer", "copies"])
  }

  @Test("A binding needs no storage, so it has no step")
  func bindings() {
    struct Field { @Binding var text: String }
    #expect(PropertyPlan.of(Field.self).steps.isEmpty)
  }

  @Test("A plan is made once for a type")
  func once() {
    #expect(PropertyPlan.of(Subject.self) === PropertyPlan.of(Subject.self))
  }

  @Test("The fields of a class are not read as fields of the value")
  func classes() {
    final class Holder { @State var count = 0 }
    #expect(PropertyPlan.of(Holder.self).steps.isEmpty)
  }

  @Test("A field distinguishes a plain value from a weak reference")
  func weakness() {
    final class Shelf {}
    struct Loose {
      weak var shelf: Shelf?
      unowned let owner: Shelf
      var strong: Shelf?
    }
    #expect(Field.all(of: Loose.self).map(\.isStrong) == [false, false, true])
  }

  @Test("A type that is neither struct, tuple nor class has no fields")
  func noFields() {
    #expect(Field.all(of: (any Sendable).self).isEmpty)
    #expect(Field.all(of: (() -> Void).self).isEmpty)
    #expect(Field.all(of: Route.self).isEmpty)
  }
}

@Suite("Enum cases")
struct EnumCaseTests {
  @Test("The names come from the descriptor, cases with values first")
  func names() {
    #expect(EnumCases.names(of: Route.self) == ["book", "shelf", "home"])
    #expect(EnumCases.names(of: Int.self) == [])
  }

  @Test("The types of the values are known, also in a generic enum")
  func payloads() {
    #expect(EnumCases.payloads(of: Route.self).first == (State<Int>, String).self)
    #expect(EnumCases.payloads(of: Generic<Double>.Case.self).first == Double.self)
    #expect(EnumCases.payloads(of: Never.self).isEmpty)
  }
}
