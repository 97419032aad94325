/// All rows, in the order in which they are printed.
@MainActor
enum Catalogue {
  static func all(_ options: Options) -> [Benchmark] {
    let views = CounterRows.all + OwnerRows.all + MountRows.all + EnvironmentRows.all
    let navigation = StepRows.all + RouterRows.all + LinkRows.all
    let storage = ReadingRows.all + WritingRows.all + OpeningRows.all + SecretRows.all
    return views + navigation + storage + CommandRows.all + IdleRows.all + LongRunRows.all
      + StartRows.all(options)
  }
}
