import Foundation
import Testing
import WaylineGraph

@testable import WaylineViews

private struct Fields: View {
  private static let english = Locale(identifier: "en_US")
  @State private var copies = 1
  @State private var fee = 1.5
  @State private var share = 0.25
  @State private var price = 2.0
  @State private var due = Date(timeIntervalSince1970: 1_795_000_000)
  @State private var floor: Int?
  var body: some View {
    TextField(
      "Copies", value: $copies, format: IntegerFormatStyle<Int>(locale: Self.english))
    TextField("Fee", value: $fee, format: FloatingPointFormatStyle<Double>(locale: Self.english))
    TextField(
      "Share", value: $share,
      format: FloatingPointFormatStyle<Double>.Percent(locale: Self.english))
    TextField(
      "Price", value: $price,
      format: FloatingPointFormatStyle<Double>.Currency(code: "USD", locale: Self.english))
    TextField(
      "Due", value: $due,
      format: Date.FormatStyle(
        date: .numeric, time: .omitted, locale: Self.english, timeZone: .gmt))
    TextField(
      "Floor", value: $floor, format: IntegerFormatStyle<Int>(locale: Self.english))
  }
}

@Suite("TextField with a format of Foundation")
@MainActor
struct FoundationFormatTests {
  let hosting = Hosting { Fields() }

  @Test(
    "A text that is a value as a whole is read, with or without its unit",
    arguments: [
      ("1 7", "[1] Copies: 7"), ("1 +3", "[1] Copies: 3"), ("1 1,000", "[1] Copies: 1,000"),
      ("1 1000", "[1] Copies: 1,000"), ("1 2.0", "[1] Copies: 2"), ("2 2.50", "[2] Fee: 2.5"),
      ("2 -3", "[2] Fee: -3"), ("2 1000.5", "[2] Fee: 1,000.5"), ("3 50%", "[3] Share: 50%"),
      ("3 50", "[3] Share: 50%"), ("4 $5", "[4] Price: $5.00"), ("4 5.25", "[4] Price: $5.25"),
      ("4 5", "[4] Price: $5.00"), ("5 1/2/2027", "[5] Due: 1/2/2027"), ("6 12", "[6] Floor: 12"),
    ])
  func read(line: String, shown: String) {
    #expect(hosting.type(line) == .done)
    #expect(hosting.screen.contains(shown), "\(hosting.screen)")
  }

  @Test(
    "A text whose end is not a part of the value is refused, and changes nothing",
    arguments: [
      ("1 7 apples", "'7 apples' is not a whole number; nothing was changed."),
      ("1 2,5", "'2,5' is not a whole number; nothing was changed."),
      ("1 2.9", "'2.9' is not a whole number; nothing was changed."),
      ("2 2,5", "'2,5' is not a number in this form; nothing was changed. Type 2.5."),
      ("2 7x", "'7x' is not a number; nothing was changed."),
      ("2 NaN", "'NaN' is not a number; nothing was changed."),
      ("2 ∞", "'∞' is not a number; nothing was changed."),
      ("3 50% x", "'50% x' is not a number; nothing was changed."),
      ("4 $5 x", "'$5 x' is not a number; nothing was changed."),
      ("5 1/2/2027 x", "'1/2/2027 x' cannot be read as Date; nothing was changed."),
      ("6 7 apples", "'7 apples' is not a whole number; nothing was changed."),
    ])
  func refused(line: String, sentence: String) {
    let before = hosting.screen
    #expect(hosting.type(line) == .refused(sentence))
    #expect(hosting.screen == before)
  }
}
