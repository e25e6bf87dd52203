import { Zip, ZipDeflate } from 'fflate'

export interface ZippedFile {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** A ZIP of these files, each read in its turn: at most one piece is in memory. */
export async function* zipOf(files: Iterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, piece) => {
    if (error !== null) failure = error
    else ready.push(piece)
  })
  const taken = () => {
    if (failure !== null) throw failure
    return ready.splice(0)
  }
  for (const { name, content } of files) {
    const entry = new ZipDeflate(name, { level: 4 })
    zip.add(entry)
    for await (const piece of content) {
      entry.push(piece)
      yield* taken()
    }
    entry.push(new Uint8Array(0), true)
    yield* taken()
  }
  zip.end()
  yield* taken()
}
