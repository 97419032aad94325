import FoundationEssentials
import Testing
import WaylineSQLite
import WaylineStorage

@Suite("Checksum")
struct ChecksumTests {
  @Test(
    "The checksum is that of the format, which is part of the file format (12)",
    arguments: [
      (
        StoreKey("copies"), StoredValue(Data([3, 0, 0, 0, 0, 0, 0, 0]), kind: .int),
        4_945_973_513_263_324_793
      ),
      (
        StoreKey(String(repeating: "é", count: 200), in: StoreKey.persisted),
        StoredValue(Data(repeating: 0x78, count: 300), kind: .json, version: 70_000),
        8_559_231_494_592_803_040
      ),
      (StoreKey(""), StoredValue(Data(), kind: .data), 1_597_693_040_296_477_386),
    ] as [(StoreKey, StoredValue, Int64)])
  func known(key: StoreKey, value: StoredValue, checksum: Int64) {
    #expect(Checksum.of(value, key) == checksum)
  }
}
