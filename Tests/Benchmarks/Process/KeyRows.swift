import WaylineQuestions

/// A key that is pressed in a question with choices.
@MainActor
enum KeyRows {
  static var all: [Benchmark] { [filter] }

  private static let count = 100_000
  /// Letters that leave all labels, some and none.
  private static let letters: [Character] = ["p", "a", "7", "z"]

  private static var filter: Benchmark {
    Benchmark(
      "a key among \(count) labels",
      scope: """
        From the key to the bytes that draw the question: a letter that all labels have, that parts of them \
        have, and that none has, and the key that clears the filter. The bound is a frame of 16 ms.
        """,
      reach: .rate(1 / 0.016), hasTail: true
    ) {
      let labels = (0..<count).map { "Payment \($0), \($0 * 37 % 9_973).50" }
      var machine = QuestionMachine(QuestionForm("Find", .choice(labels, marked: nil)))
      var region = QuestionRegion(hasStyles: true)
      var step = 0
      return Stage(
        Work("a key") { repetitions in
          for _ in 0..<repetitions {
            let isLetter = step % 5 < letters.count
            _ = machine.take(isLetter ? .character(letters[step % 5]) : .deleteBefore)
            step += 1
            blackHole(region.draw(machine, columns: 80, rows: 24))
          }
        }
      ) {
        _ = machine.take(.deleteBefore)
        for key in "payment 99999" { _ = machine.take(.character(key)) }
        try expect("the labels that are found first", machine.matches.first, is: 99_999)
      }
    }
  }
}
