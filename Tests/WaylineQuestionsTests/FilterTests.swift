import Testing

@testable import WaylineQuestions

@Suite("The filter of labels")
struct FilterTests {
  @Test("Beginnings come before parts, and parts before letters in order")
  func order() {
    let filter = LabelFilter(["a web api", "Web", "wide elb", "cobweb", "blank"])
    #expect(filter.matches(of: "web") == [1, 0, 3, 2])
    #expect(filter.matches(of: "WEB") == [1, 0, 3, 2])
    #expect(filter.matches(of: "") == [0, 1, 2, 3, 4])
    #expect(filter.matches(of: "webx") == [])
  }

  @Test("The whole label comes first, in any case and in any alphabet")
  func whole() {
    #expect(LabelFilter(["Web API", "the web", "web"]).matches(of: "Web") == [2, 0, 1])
    let filter = LabelFilter(["Über Wasser", "über", "Lübeck", "Übung er", "雪の日", "ö"])
    #expect(filter.matches(of: "ÜBER") == [1, 0, 3])
    #expect(filter.matches(of: "雪日") == [4])
    // One byte of `ö` is one of `ü`.
    #expect(filter.matches(of: "öü") == [])
  }

  @Test("A letter with an accent is one letter, whether it is typed as one character or as two")
  func accents() {
    let forms = ["caf\u{E9} au lait", "cafe\u{301} au lait"]
    for label in forms {
      let filter = LabelFilter([label, "cafe au lait"])
      for text in ["caf\u{E9}", "cafe\u{301}", "\u{E9} au", "e\u{301} au", "\u{E9}l", "e\u{301}l"] {
        #expect(filter.matches(of: text) == [0], "\(text) in \(label)")
        #expect(!LabelFilter.marks(of: text, in: label).isEmpty)
      }
      for text in forms { #expect(filter.matches(of: text) == [0]) }
      // As for whoever reads it, there is no `e` without its accent.
      #expect(filter.matches(of: "cafe au") == [1])
    }
  }

  @Test("A typed number is a whole number first, and then a part of one")
  func numbers() {
    let filter = LabelFilter(["2026 plan", "a 2", "a26", "area 2", "12", "1 and 2"])
    #expect(filter.matches(of: "2") == [1, 3, 5, 0, 2, 4])
    #expect(filter.matches(of: "a2") == [1, 3, 5, 2])
    #expect(filter.matches(of: "26") == [2, 0])
    #expect(filter.matches(of: "12") == [4, 5])
    #expect(filter.matches(of: "1 2") == [5])
  }

  @Test("The marked letters are those of the first whole occurrence, or else letters in order")
  func marks() {
    for (text, label, marks): (String, String, Set<Int>) in [
      ("web", "a web api", [2, 3, 4]), ("WEB", "wide elb", [0, 3, 7]), ("ü", "LÜBECK", [1]),
      ("", "web", []), ("webx", "web", []), ("bw", "web", []),
    ] {
      #expect(LabelFilter.marks(of: text, in: label) == marks, "\(text) in \(label)")
    }
  }
}
