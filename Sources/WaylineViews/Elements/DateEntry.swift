import WaylineSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The rule by which typed texts become a date: the form, the bounds, and the date that was chosen before.
///
/// A date picker reads its values by it, and a question that is answered by keys takes its steps by it. An object,
/// since it is a rare part of the questions that are copied for each line.
package final class DateEntry: Sendable {
  private let form: DateText
  private let bounds: DateBounds
  private let components: DatePickerComponents
  private let present: Date

  init(
    _ form: DateText, _ bounds: DateBounds, _ components: DatePickerComponents, present: Date
  ) {
    (self.form, self.bounds) = (form, bounds)
    (self.components, self.present) = (components, present)
  }

  /// The reason why a text is refused.
  struct Refusal: Error {
    let sentence: String
  }

  /// The date of the present value, as it is typed.
  var presentText: String { form.text(of: present, components) }

  /// Reads a typed text.
  func read(_ typed: String) -> Result<Date, Refusal> {
    // The text shows no seconds: what was not changed stays as it is, also out of bounds.
    if typed == presentText { return .success(present) }
    guard let date = form.date(of: typed, components, near: present) else {
      let kind = components == .hourAndMinute ? "time" : "date"
      let example = bounds.example(form, components, near: present)
      return .failure(
        Refusal(
          sentence: "'\(SafeText.line(of: typed))' is not a \(kind). Type it as \(example)."))
    }
    if let sentence = bounds.refusal(of: date, form, components) {
      return .failure(Refusal(sentence: sentence))
    }
    return .success(bounds.nearest(to: date, form, components))
  }

  /// The sentence for a text that is refused; nil for one that is taken.
  package func problem(of typed: String) -> String? {
    if case .failure(let refusal) = read(typed) { refusal.sentence } else { nil }
  }

  /// The text of the date that is some days or months after that of a text, or of the bound before it; nil where
  /// the text is not a date. In a shorter month the last day is taken.
  package func text(_ typed: String, movedBy count: Int, months: Bool) -> String? {
    guard let date = form.date(of: typed, components, near: present),
      let moved = form.date(date, movedBy: count, months: months)
    else { return nil }
    return form.text(of: bounds.within(moved, form, components), components)
  }
}

extension DateEntry: Hashable {
  /// True if both read every text alike.
  package static func == (first: DateEntry, second: DateEntry) -> Bool {
    first === second
      || first.form == second.form && first.bounds == second.bounds
        && first.components == second.components && first.present == second.present
  }

  /// Hashes the date that was chosen before.
  package func hash(into hasher: inout Hasher) { hasher.combine(present) }
}
