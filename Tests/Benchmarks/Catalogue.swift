/// All rows, in the order in which they are printed.
@MainActor
enum Catalogue {
  static func all(_ options: Options) -> [Benchmark] {
    let views =
      CounterRows.all + OwnerRows.all + KeyedRows.all + ObserverRows.all + MountRows.all
      + LazyRows.all + EnvironmentRows.all
    let navigation = StepRows.all + RouterRows.all + RestorationRows.all + LinkRows.all
    let storage =
      ReadingRows.all + WritingRows.all + OpeningRows.all + SecretRows.all
      + ServerRows.all
    let shell =
      CommandRows.all + ScreenRows.all + TerminalRows.all + LongScreenRows.all + IdleRows.all
      + LongRunRows.all
      + CompletionRows.all + KeyRows.all
    let explorer = ExplorerRows.all + ProgramRows.all + WholeProcessRows.all
    return views + navigation + storage + explorer + shell + StartRows.all(options)
  }
}
