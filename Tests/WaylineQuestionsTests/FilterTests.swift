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
}
