import WaylineGraph

/// What a stepper does with input.
struct StepControl {
  let steps: any Steps
  private let onEditingChanged: (Bool) -> Void

  init(_ steps: any Steps, onEditingChanged: @escaping (Bool) -> Void) {
    self.steps = steps
    self.onEditingChanged = onEditingChanged
  }

  func perform(_ input: ElementInput) -> ElementReply {
    guard case .value(let typed) = input else {
      return .needsValue(prompt: "", isSecret: false, isMultiline: false)
    }
    onEditingChanged(true)
    defer { onEditingChanged(false) }
    let refusal =
      switch typed {
      case "+": steps.step(up: true)
      case "-": steps.step(up: false)
      default: steps.set(typed)
      }
    return refusal.map { .refused($0) } ?? .done
  }
}

/// Something that goes up and down; each change returns why it was refused, if it was.
protocol Steps {
  /// The present value.
  var text: String { get }
  /// The values it can take, in words.
  var range: String? { get }
  func step(up: Bool) -> String?
  func set(_ typed: String) -> String?
}

/// Two actions of the program.
struct SteppingActions: Steps {
  let up: (() -> Void)?
  let down: (() -> Void)?
  let text = ""
  let range: String? = nil

  func step(up isUp: Bool) -> String? {
    guard let action = isUp ? up : down else { return "It goes \(isUp ? "down" : "up") only." }
    action()
    return nil
  }

  func set(_ typed: String) -> String? {
    "'\(SafeText.line(of: typed))' is neither + nor -."
  }
}

/// A value with bounds and a step.
struct SteppedValue<Value: Strideable>: Steps {
  private let value: Binding<Value>
  private let bounds: ClosedRange<Value>?
  private let stride: Value.Stride

  init(_ value: Binding<Value>, in bounds: ClosedRange<Value>?, step: Value.Stride) {
    self.value = value
    self.bounds = bounds
    stride = step
  }

  var text: String { SafeText.line(of: "\(value.wrappedValue)") }
  var range: String? {
    bounds.map { SafeText.line(of: "\($0.lowerBound) to \($0.upperBound)") }
  }

  func step(up: Bool) -> String? {
    let next = value.wrappedValue.stepped(by: up ? stride : 0 - stride)
    guard let next, bounds?.contains(next) ?? true else {
      return "There is no step \(up ? "up" : "down") from \(text)\(outside)."
    }
    value.wrappedValue = next
    return nil
  }

  func set(_ typed: String) -> String? {
    let shown = SafeText.line(of: typed)
    guard let type = Value.self as? any LosslessStringConvertible.Type else {
      return "This value goes by + and - only."
    }
    guard let read = type.init(typed) as? Value else {
      return ReadableType.refusal(of: typed, as: type)
    }
    if let bounds, !bounds.contains(read) { return "\(shown) is not in \(range ?? "")." }
    guard read.isReached(from: value.wrappedValue, by: stride) else {
      return "\(shown) cannot be reached from \(text) in steps of \(stride)."
    }
    value.wrappedValue = read
    return nil
  }

  private var outside: String { range.map { "; it goes from \($0)" } ?? "" }
}
