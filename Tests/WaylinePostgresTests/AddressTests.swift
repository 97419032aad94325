import Testing
import WaylineStorage

@testable import WaylinePostgres

@Suite("Address of a store in a server")
struct AddressTests {
  @Test(
    "An address is a service, parameters or a URL, and ends with the name of the store",
    arguments: [
      ("postgres:service=desk", "service=desk", "main"),
      ("postgres:service=desk#ada", "service=desk", "ada"),
      ("postgres:host=db1,db2 dbname=desk#a b", "host=db1,db2 dbname=desk", "a b"),
      ("postgres://db1/desk", "postgres://db1/desk", "main"),
      ("postgresql://ada@db1:5433/desk#x", "postgresql://ada@db1:5433/desk", "x"),
    ])
  func parts(text: String, parameters: String, store: String) {
    let address = PostgresAddress(text)
    #expect(address.parameters == parameters)
    #expect(address.store == store)
    #expect(address.text == text)
  }

  @Test(
    "A password in an address is refused, and is in no message",
    arguments: [
      "postgres:host=db1 password=s3cret", "postgres://ada:s3cret@db1/desk",
      "postgres://db1/desk?password=s3cret", "postgres:host=db1 password = 's3cret'",
    ])
  func password(text: String) {
    let address = PostgresAddress(text)
    #expect(throws: StoreError.passwordInAddress) { try address.check() }
    #expect(!address.text.contains("s3cret"))
    let store = PostgresStore(address)
    #expect(throws: StoreError.passwordInAddress) {
      try store.storedValue(for: StoreKey("copies"))
    }
  }

  @Test(
    "What libpq does not understand is refused with its reason",
    arguments: ["postgres:host", "postgres:hosts=db1", "postgres://[db1/desk"])
  func wrong(text: String) {
    do throws(StoreError) {
      try PostgresAddress(text).check()
      Issue.record("not refused")
    } catch {
      guard case .wrongAddress(text, let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(!reason.isEmpty)
    }
  }
}
