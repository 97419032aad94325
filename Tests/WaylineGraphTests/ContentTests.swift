import Foundation
import Synchronization
import Testing

@testable import WaylineGraph

/// A book that is equal to every other with its number.
private struct Book: Hashable, Codable {
  let id: Int
  var copies = 0
  var note: String?

  static func == (left: Self, right: Self) -> Bool { left.id == right.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The same, of plain bytes.
private struct Mark: Hashable {
  let id: UInt8
  var page = 0

  static func == (left: Self, right: Self) -> Bool { left.id == right.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

private struct Tree {
  var name: String
  var branches: [Tree] = []
}

private indirect enum Path {
  case end
  case step(String, Path)
  case turn(degrees: Int)
}

private enum Weather: CaseIterable { case sun, rain }

/// An object that announces no changes.
private class Shelf {
  var books: [Book] = []
  var weather = Weather.sun
  var place = (row: 1, name: "A")
  var onLend: () -> Void = {}
}

private final class TopShelf: Shelf {
  var ladder: Ladder?
  let lock = Mutex(0)
}

private struct Ladder { var steps = 3 }

private final class Reader {
  weak var friend: Reader?
  unowned let shelf: Shelf
  var name = ""

  init(_ shelf: Shelf) { self.shelf = shelf }
}

/// A place in a graph of objects.
private final class Station: Hashable {
  var name: String
  var next: Station?
  var lines: Set<Station> = []
  var signs: [String: Station] = [:]
  var extra: Any?

  init(_ name: String = "") { self.name = name }

  static func == (left: Station, right: Station) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// The first of a number of stations, each of which is reached from the one before.
  static func chain(_ count: Int, last: String, _ link: (Station, Station) -> Void) -> Station {
    let first = Station()
    var station = first
    for _ in 1..<count {
      let next = Station()
      link(station, next)
      station = next
    }
    station.name = last
    return first
  }

  /// Ends the links, so that the objects end one after the other.
  func close() {
    var open = [self]
    while let station = open.popLast() {
      open += station.lines
      open += station.signs.values
      if let next = station.next { open.append(next) }
      if let extra = station.extra as? Station { open.append(extra) }
      if let wrapped = station.extra as? Station? { open += [wrapped].compactMap(\.self) }
      (station.next, station.lines, station.signs, station.extra) = (nil, [], [:], nil)
    }
  }
}

private actor Bank {
  var count = 0
  init(_ count: Int) { self.count = count }
}

private protocol Shape {}
private struct Circle: Shape { var size = 1 }
private struct Square: Shape { var size = 1 }
private final class Drawing: Shape { var size = 1 }

private final class Model: ObservableObject {
  @Published var lines: [Book] = []
  var plain = 0
  private var token: ObservationToken?

  func follow() { token = $lines.sink { _ in } }
}

/// A collection whose memory is not in its fields.
private struct Bag: CustomReflectable {
  private let memory: ManagedBuffer<Int, Int>

  init(_ value: Int) {
    memory = .create(minimumCapacity: 1) { _ in 1 }
    memory.withUnsafeMutablePointerToElements { $0.initialize(to: value) }
  }

  var customMirror: Mirror {
    Mirror(self, unlabeledChildren: memory.withUnsafeMutablePointerToElements { [$0.pointee] })
  }
}

@Suite("The content of values and objects")
struct ContentTests {
  private func hash<Value>(_ value: Value) -> UInt64 {
    var hasher = ContentHasher()
    hasher.combine(value)
    return hasher.finalize()
  }

  /// True if all values differ, also as values of a type that is known at run time only.
  private func differ<Value>(_ values: Value...) -> Bool {
    Set(values.map(hash)).count == values.count
      && Set(values.map { hash($0 as Any) }).count == values.count
  }

  /// True if two values are made alike.
  private func agree<Value>(_ make: () -> Value) -> Bool {
    hash(make()) == hash(make()) && hash(make() as Any) == hash(make() as Any)
  }

  @Test("A field counts that the type's own comparison leaves out")
  func fields() {
    #expect(differ(Book(id: 1), Book(id: 1, copies: 1), Book(id: 1, note: "torn"), Book(id: 2)))
    #expect(differ(Mark(id: 1), Mark(id: 1, page: 2)))
    #expect(differ([Book(id: 1)], [Book(id: 1, copies: 1)], []))
    #expect(differ(Set([Book(id: 1)]), [Book(id: 1, copies: 1)]))
    #expect(differ(["a": Mark(id: 1)], ["a": Mark(id: 1, page: 2)], ["b": Mark(id: 1)]))
    #expect(differ(Book?.none, Book(id: 1), Book(id: 1, copies: 1)))
    #expect(agree { Book(id: 1, copies: 2, note: "torn") })
  }

  @Test("The bytes between fields are no content")
  func padding() {
    func value(over byte: UInt8) -> UInt64 {
      withUnsafeTemporaryAllocation(of: Mark.self, capacity: 1) { memory in
        UnsafeMutableRawBufferPointer(memory).initializeMemory(as: UInt8.self, repeating: byte)
        withUnsafeMutablePointer(to: &memory[0]) { mark in
          UnsafeMutableRawPointer(mark).storeBytes(of: 7, as: UInt8.self)
          UnsafeMutableRawPointer(mark).storeBytes(of: 9, toByteOffset: 8, as: Int.self)
        }
        var hasher = ContentHasher()
        ContentPlan.of(Mark.self).hash(
          at: UnsafeRawPointer(memory.baseAddress!), into: &hasher, depth: 0)
        return hasher.finalize()
      }
    }
    #expect(value(over: 0) == value(over: 0xFF))
  }

  @Test("A value is content to its end, however deep it is")
  func deep() {
    func tree(_ depth: Int, _ name: String) -> Tree {
      depth == 0 ? Tree(name: name) : Tree(name: "", branches: [tree(depth - 1, name)])
    }
    func path(_ depth: Int, _ end: Path) -> Path {
      depth == 0 ? end : .step("on", path(depth - 1, end))
    }
    #expect(differ(tree(20, "a"), tree(20, "b"), tree(19, "a")))
    #expect(differ(path(20, .end), path(20, .turn(degrees: 1)), path(20, .turn(degrees: 2))))
    #expect(agree { (tree(20, "a"), path(20, .turn(degrees: 1))) })
  }

  @Test("A value of thousands of levels is content to its end")
  func veryDeep() {
    func tree(_ depth: Int, _ name: String) -> Tree {
      (0..<depth).reduce(Tree(name: name)) { tree, _ in Tree(name: "", branches: [tree]) }
    }
    func path(_ depth: Int, _ end: Path) -> Path {
      (0..<depth).reduce(end) { path, _ in .step("on", path) }
    }
    func box(_ depth: Int, _ end: Int) -> Any {
      (0..<depth).reduce(end as Any) { box, _ in [box] as Any }
    }
    #expect(differ(tree(3_000, "a"), tree(3_000, "b"), tree(2_999, "a")))
    #expect(differ(path(3_000, .end), path(3_000, .turn(degrees: 1)), path(2_999, .end)))
    #expect(differ(box(3_000, 1), box(3_000, 2), box(2_999, 1)))
  }

  @Test(
    "The last of a chain of objects is content, whatever links them",
    arguments: [2, 4, 5, 20, 63, 64, 65, 66, 200, 5_000])
  func chains(count: Int) {
    let links: [(Station, Station) -> Void] = [
      { $0.next = $1 }, { $0.lines = [$1] }, { $0.signs = ["on": $1] }, { $0.extra = $1 },
      { $0.extra = Station?.some($1) },
    ]
    for link in links {
      let chains = ["a", "b"].map { Station.chain(count, last: $0, link) }
      let same = Station.chain(count, last: "b", link)
      #expect(hash(chains[0]) != hash(chains[1]))
      #expect(hash(chains[1]) == hash(same))
      for chain in chains + [same] { chain.close() }
    }
  }

  @Test("A graph of objects is hashed once, in whatever order a set has them")
  func graph() {
    func graph(_ count: Int, _ change: ([Station]) -> Void) -> UInt64 {
      let stations = (0..<count).map { Station("\($0)") }
      for station in stations.shuffled() {
        for other in stations.shuffled() where other !== station { station.lines.insert(other) }
      }
      change(stations)
      defer { stations[0].close() }
      return hash(stations[0])
    }
    let hashes = (0..<3).map { _ in graph(40) { _ in } }
    #expect(Set(hashes).count == 1)
    let changed = [
      graph(40) { $0[39].name = "x" }, graph(40) { $0[38].lines.remove($0[39]) },
      graph(40) { $0[20].next = $0[21] }, graph(40) { $0[20].next = $0[22] }, graph(41) { _ in },
    ]
    #expect(Set(hashes + changed).count == 6)
  }

  @Test("Objects in a set that look alike count, in whatever order it has them")
  func twins() {
    func twins(_ names: [String]) -> UInt64 {
      let station = Station()
      for name in names.shuffled() {
        let twin = Station("twin")
        twin.next = Station()
        twin.next?.next = Station(name)
        station.lines.insert(twin)
      }
      defer { station.close() }
      return hash(station)
    }
    let hashes = (0..<5).map { _ in twins((0..<20).map { "\($0)" }) }
    #expect(Set(hashes).count == 1)
    #expect(twins(["a", "b"]) != twins(["a", "c"]) && twins(["a", "a"]) != twins(["a"]))
  }

  @Test("It counts which of several equal objects in a dictionary it is")
  func sameInDictionary() {
    func town(_ next: String) -> UInt64 {
      let town = Station()
      town.signs = ["north": Station(), "south": Station()]
      town.extra = [town.signs[next]]
      return hash(town)
    }
    #expect(town("north") != town("south"))
    #expect(town("north") == town("north") && town("south") == town("south"))
  }

  @Test("Cases count, with their values")
  func cases() {
    #expect(differ(Weather.sun, .rain))
    #expect(differ(Result<Int, any Error>.success(1), .success(2), .failure(CancellationError())))
    #expect(differ(Int??.none, .some(nil), 1, 2))
    #expect(differ([Weather?.none, .sun], [.sun, nil]))
  }

  @Test("The type counts where another could be in its place")
  func types() {
    #expect(differ(Circle() as any Shape, Square(), Drawing(), Circle(size: 2)))
    #expect(differ(1 as Any, "1", 1.0, [1], Int.self, String.self))
  }

  @Test("The order in a set or a dictionary is no content")
  func unordered() {
    let names = (0..<100).map { "name \($0)" }
    #expect(hash(Set(names)) == hash(Set(names.reversed())))
    let books = names.map { ($0, Book(id: $0.count)) }
    #expect(
      hash(Dictionary(uniqueKeysWithValues: books))
        == hash(Dictionary(uniqueKeysWithValues: books.reversed())))
  }

  @Test("An object is what its variables hold, announced or not")
  func objects() {
    let shelf = TopShelf()
    var hashes = [hash(shelf)]
    func expectChange(_ change: () -> Void) {
      change()
      let hash = hash(shelf)
      #expect(!hashes.contains(hash))
      hashes.append(hash)
    }
    expectChange { shelf.books.append(Book(id: 1)) }
    expectChange { shelf.books[0].copies = 1 }
    expectChange { shelf.weather = .rain }
    expectChange { shelf.place.name = "B" }
    expectChange { shelf.ladder = Ladder() }
    expectChange { shelf.ladder?.steps = 4 }
    #expect(agree { Shelf() } && agree { TopShelf() })
    #expect(hash(Shelf()) != hash(TopShelf() as Shelf))
  }

  @Test("A closure, a lock and the address of an object are no content")
  func unknown() {
    let (one, other) = (Shelf(), Shelf())
    one.onLend = { fatalError("It is not called.") }
    #expect(hash(one) == hash(other))
    #expect(agree { Bank(1) })
    #expect(differ(Bank(1), Bank(2)))
    #expect(agree { UnsafeMutablePointer<Int>.allocate(capacity: 1) })
  }

  @Test("It counts which of several equal objects it is")
  func same() {
    let (one, other) = (Shelf(), Shelf())
    #expect(hash([one, other, one]) != hash([one, other, other]))
    #expect(hash([one, other, one]) == hash([other, one, other]))
  }

  @Test("An object counts with those that it refers to without retaining them")
  func references() {
    let (shelf, other) = (Shelf(), Shelf())
    let (reader, friend) = (Reader(shelf), Reader(other))
    let alone = hash(reader)
    reader.friend = friend
    let together = hash(reader)
    friend.name = "Ann"
    let renamed = hash(reader)
    shelf.weather = .rain
    #expect(Set([alone, together, renamed, hash(reader)]).count == 4)
    friend.friend = reader
    #expect(hash(reader) != renamed)
    withExtendedLifetime(other) {}
  }

  @Test("A published value counts, and who observes it does not")
  func published() {
    let model = Model()
    var hashes = [hash(model)]
    model.lines = [Book(id: 1)]
    hashes.append(hash(model))
    model.lines[0].copies = 1
    hashes.append(hash(model))
    model.plain = 1
    hashes.append(hash(model))
    #expect(Set(hashes).count == 4)
    let (followed, alone) = (Model(), Model())
    _ = followed.objectWillChange
    #expect(hash(followed) == hash(alone))
  }

  @Test("What hides its memory counts as it shows itself, or by its own hash")
  func mirrored() {
    #expect(differ(Bag(1), Bag(2)))
    #expect(agree { Bag(1) })
    #expect(differ(Data([1]), Data([1, 2]), Data(repeating: 1, count: 40)))
    #expect(agree { Data(repeating: 1, count: 40) })
    #expect(differ(URL(filePath: "/a"), URL(filePath: "/b")))
    #expect(differ(Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2)))
    #expect(differ(1..<2, 1..<3) && differ("ab"[...], "abc"[...]) && differ([1][...], [2][...]))
    #expect(differ(SIMD3(1, 2, 3), SIMD3(1, 2, 4)) && agree { SIMD3(1, 2, 3) })
    #expect(differ(UUID(uuidString: "00000000-0000-0000-0000-000000000001"), nil))
    #expect(differ(Decimal(1), Decimal(2)) && differ(Duration.seconds(1), .seconds(2)))
  }

  @Test("A structure of C counts by its fields, alone and inside others")
  func imported() {
    let (one, other) = (timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 5))
    #expect(differ(one, other))
    #expect(differ([one], [other]) && differ(timespec?.none, one, other))
    #expect(differ((1, one), (1, other)))
    #expect(agree { timespec(tv_sec: 1, tv_nsec: 5) })
  }

  @Test("What a collection keeps beside its elements is no content")
  func storage() {
    var roomy = [Book(id: 1)]
    roomy.reserveCapacity(100)
    #expect(hash(roomy) == hash([Book(id: 1)]))
    #expect(hash("books".dropFirst()) == hash("a book, ooks".suffix(4)))
    #expect(hash([1, 2, 3].dropFirst()) == hash([2, 3][...]))
    #expect(hash(AnyHashable("a")) == hash(AnyHashable("a")))
    #expect(differ(AnyHashable("a"), AnyHashable("b"), AnyHashable(1)))
    let long = String(repeating: "a long text ", count: 9)
    #expect(hash(long + "") == hash(String(Array(long))))
  }
}
