import Wayline

/// The sample of the article Writing dynamic properties.
enum PropertiesSample {
  @propertyWrapper
  struct Clamped: DynamicProperty {
    @State private var stored: Int
    private let range: ClosedRange<Int>

    init(wrappedValue: Int, _ range: ClosedRange<Int>) {
      _stored = State(initialValue: wrappedValue)
      self.range = range
    }

    var wrappedValue: Int {
      get { stored }
      nonmutating set { stored = min(max(newValue, range.lowerBound), range.upperBound) }
    }

    var projectedValue: Binding<Int> {
      Binding(get: { wrappedValue }, set: { wrappedValue = $0 })
    }
  }

  struct CopiesView: View {
    @Clamped(0...9) private var copies = 1

    var body: some View {
      Text("Copies: \(copies)")
      Button("More") { copies += 5 }
    }
  }
}
