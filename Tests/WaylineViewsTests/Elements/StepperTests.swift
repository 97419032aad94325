import Foundation
import Testing
import WaylineGraph

@testable import WaylineViews

private struct Shelf: View {
  @State private var copies = 3
  @State private var width = 0.5
  var body: some View {
    Stepper("Copies: \(copies)", value: $copies, in: 0...9)
    Stepper("Width", value: $width, in: 0...1, step: 0.25)
  }
}

private struct Ends<Value: Strideable & LosslessStringConvertible>: View {
  @State var value: Value
  let step: Value.Stride
  var body: some View { Stepper("Value", value: $value, step: step) }
}

private struct Within<Value: Strideable & LosslessStringConvertible>: View {
  @State var value: Value
  let range: ClosedRange<Value>
  let step: Value.Stride
  var body: some View { Stepper("Value", value: $value, in: range, step: step) }
}

private struct Sliding: View {
  @State var value: Double
  let range: ClosedRange<Double>
  let step: Double
  var body: some View { Slider(value: $value, in: range, step: step) { Text("Value") } }
}

@Suite("Stepper")
@MainActor
struct StepperTests {
  let hosting = Hosting { Shelf() }

  @Test("Prints the value once, with its range")
  func printed() {
    #expect(
      hosting.screen == ["[1] Copies: 3 (0 to 9)", "[2] Width: 0.5 (0.0 to 1.0)"])
  }

  @Test(
    "Steps up and down, and takes a value",
    arguments: [("+", 4), ("-", 2), ("9", 9), (" 7", 7), ("- ", 2), ("8\t", 8)])
  func stepped(word: String, value: Int) {
    #expect(hosting.type("1 \(word)") == .done)
    #expect(hosting.screen[0] == "[1] Copies: \(value) (0 to 9)")
  }

  @Test("Asks for a value when only the number is typed")
  func asked() {
    let prompt = ElementReply.needsValue(
      ValueRequest(prompt: "Copies (0 to 9)", present: "3"))
    #expect(hosting.type("1") == prompt)
  }

  @Test(
    "Refuses what is not a number, out of range or between steps, and changes nothing",
    arguments: [
      ("1 many", "'many' is not a whole number; nothing was changed."),
      ("1 10", "10 is not in 0 to 9."),
      (
        "1 99999999999999999999",
        """
        '99999999999999999999' is not in -9223372036854775808 to 9223372036854775807; nothing was \
        changed.
        """
      ),
      ("1 \"\"", "Type a whole number from 0 to 9."), ("2 \"\"", "Type a number from 0.0 to 1.0."),
      ("2 0.3", "0.3 cannot be reached from 0.5 in steps of 0.25."),
      ("2 wide", "'wide' is not a number; nothing was changed."),
    ])
  func refused(line: String, sentence: String) {
    let before = hosting.screen
    #expect(hosting.type(line) == .refused(sentence))
    #expect(hosting.screen == before)
  }

  @Test("Refuses a step beyond either end")
  func ends() {
    hosting.type("1 9")
    let up = "9 cannot be increased; the range is 0 to 9."
    #expect(hosting.type("1 +") == .refused(up))
    hosting.type("2 0")
    let down = "0.0 cannot be decreased; the range is 0.0 to 1.0."
    #expect(hosting.type("2 -") == .refused(down))
  }

  @Test("The end of a type without a range is an end too")
  func overflow() {
    let high = Hosting { Ends(value: Int.max, step: 1) }
    #expect(high.type("1 +") == .refused("9223372036854775807 cannot be increased."))
    let low = Hosting { Ends(value: UInt8(3), step: 5) }
    #expect(low.type("1 -") == .refused("3 cannot be decreased."))
    let wide = Hosting { Ends(value: Int.min, step: 1) }
    #expect(wide.type("1 9223372036854775807") == .done)
  }

  @Test("A format shows the value and its range, and reads what is typed")
  func format() {
    let hosting = Hosting { Share() }
    #expect(hosting.screen == ["[1] Share: 20% (0% to 100%)"])
    #expect(hosting.type("1 +") == .done)
    #expect(hosting.type("1 70%") == .done)
    #expect(hosting.screen == ["[1] Share: 70% (0% to 100%)"])
    #expect(
      hosting.type("1 half") == .refused("'half' cannot be read as Int; nothing was changed."))
    #expect(hosting.type("1 110%") == .refused("110% is not in 0% to 100%."))
    #expect(hosting.type("1 75%") == .refused("75% cannot be reached from 70% in steps of 10."))
  }

  @Test("A step ends at the range, and leads a value outside of it back")
  func clamped() {
    for value in -9...9 {
      for step in 1...4 {
        for isUp in [true, false] {
          let hosting = Hosting { Within(value: value, range: -3...5, step: step) }
          let next = min(max(value + (isUp ? step : -step), -3), 5)
          let isTaken = isUp ? next > value : next < value
          let refusal =
            "\(value) cannot be \(isUp ? "increased" : "decreased"); the range is -3 to 5."
          #expect(hosting.type("1 \(isUp ? "+" : "-")") == (isTaken ? .done : .refused(refusal)))
          #expect(hosting.screen == ["[1] Value: \(isTaken ? next : value) (-3 to 5)"])
        }
      }
    }
    let small = Hosting { Within(value: UInt8(250), range: 3...255, step: 10) }
    #expect(small.type("1 +") == .done)
    #expect(small.screen == ["[1] Value: 255 (3 to 255)"])
  }

  @Test("A value at which a step ended, and those that steps from there lead to, can be typed")
  func reached() {
    let hosting = Hosting { Within(value: 8, range: 0...10, step: 4) }
    for value in ["10", "6", "4", "0"] { #expect(hosting.type("1 \(value)") == .done) }
    #expect(hosting.type("1 3") == .refused("3 cannot be reached from 0 in steps of 4."))
  }

  @Test("Steps of decimals make decimals", arguments: [0.1, 0.2, 0.05, 0.25, 0.3])
  func decimals(step: Double) {
    let stepper = Hosting { Within(value: 0.0, range: 0...9, step: step) }
    let slider = Hosting { Sliding(value: 0, range: 0...9, step: step) }
    for count in 1...25 {
      let shown = "\(Double((Double(count) * step * 100).rounded() / 100))"
      for hosting in [stepper, slider] {
        #expect(hosting.type("1 +") == .done)
        #expect(hosting.screen == ["[1] Value: \(shown) (0.0 to 9.0)"])
      }
    }
    for hosting in [stepper, slider] {
      for _ in 1...25 { #expect(hosting.type("1 -") == .done) }
      #expect(hosting.screen == ["[1] Value: 0.0 (0.0 to 9.0)"])
    }
  }

  @Test("A slider outside of its range is led back, and one between its steps goes to the next")
  func slider() {
    for (value, sign, shown) in [
      (5.0, "-", "1.0"), (-5, "+", "0.0"), (0.65, "+", "0.7"), (0.65, "-", "0.6"),
      (0.95, "+", "1.0"),
    ] {
      let hosting = Hosting { Sliding(value: value, range: 0...1, step: 0.1) }
      #expect(hosting.type("1 \(sign)") == .done)
      #expect(hosting.screen == ["[1] Value: \(shown) (0.0 to 1.0)"])
    }
    let above = Hosting { Sliding(value: 5, range: 0...1, step: 0.1) }
    #expect(
      above.type("1 +") == .refused("5.0 cannot be increased; the range is 0.0 to 1.0."))
  }

  @Test("A value that is shown like a bound is the bound")
  func shownBounds() {
    struct Thirds: View {
      @State private var value = 0.5
      var body: some View {
        Stepper(
          "Value", value: $value, in: 1.0 / 3...2.0 / 3, step: 1.0 / 12,
          format: FloatingPointFormatStyle<Double>(locale: Locale(identifier: "en_US"))
            .precision(.fractionLength(2)))
        Text([1.0 / 3, 2.0 / 3].contains(value) ? "bound" : "\(value)")
      }
    }
    for typed in ["0.33", "0.67"] {
      let hosting = Hosting { Thirds() }
      #expect(hosting.screen == ["[1] Value: 0.50 (0.33 to 0.67)", "0.5"])
      #expect(hosting.type("1 \(typed)") == .done)
      #expect(hosting.screen.last == "bound")
    }
    #expect(Hosting { Thirds() }.type("1 0.32") == .refused("0.32 is not in 0.33 to 0.67."))
  }

  @Test("A format of Foundation refuses a text whose end it does not read")
  func strict() {
    struct Grouped: View {
      @State private var value = 1_000
      var body: some View {
        Stepper(
          "Value", value: $value,
          format: IntegerFormatStyle<Int>(locale: Locale(identifier: "de_DE")))
      }
    }
    let hosting = Hosting { Grouped() }
    #expect(
      hosting.type("1 7 apples")
        == .refused("'7 apples' is not a whole number; nothing was changed."))
    #expect(hosting.type("1 1.001") == .done)
    #expect(hosting.screen == ["[1] Value: 1.001"])
    guard case .refused = hosting.type("1 1.23") else { return #expect(Bool(false)) }
  }

  @Test("Runs the program's own actions, one of which may be missing")
  func actions() {
    let hosting = Hosting { Pages() }
    #expect(hosting.screen == ["[1] Page 1"])
    hosting.type("1 +")
    #expect(hosting.screen == ["[1] Page 2"])
    #expect(hosting.type("1 -") == .refused("This value can only be increased."))
    #expect(hosting.type("1 5") == .refused("'5' is neither + nor -. Type + or -."))
  }
}

private struct Share: View {
  @State private var share = 20
  var body: some View {
    Stepper("Share", value: $share, in: 0...100, step: 10, format: PercentStyle())
  }
}

/// Whole per cent, which FoundationEssentials has no format for.
private struct PercentStyle: ParseableFormatStyle {
  struct Strategy: ParseStrategy {
    struct NoPercentage: Error {}

    func parse(_ text: String) throws -> Int {
      guard text.hasSuffix("%"), let number = Int(text.dropLast()) else { throw NoPercentage() }
      return number
    }
  }

  var parseStrategy: Strategy { Strategy() }

  func format(_ value: Int) -> String { "\(value)%" }
}

private struct Pages: View {
  @State private var page = 1
  var body: some View {
    Stepper("Page \(page)", onIncrement: { page += 1 }, onDecrement: nil)
  }
}
