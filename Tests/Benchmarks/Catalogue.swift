/// All rows, in the order in which they are printed.
@MainActor
enum Catalogue {
  static func all(_ options: Options) -> [Benchmark] {
    CounterRows.all + OwnerRows.all + MountRows.all + EnvironmentRows.all
      + ReadingRows.all + WritingRows.all + OpeningRows.all
  }
}
