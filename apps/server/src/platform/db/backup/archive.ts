import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { FrameReader } from './frame-reader.ts'

/**
 * One file, compressed by zstd: lines of JSON, and after a line with `bytes` that many bytes of a table's
 * rows in the text format of COPY. The last line marks completeness.
 */
export const archiveFormat = 'netward-backup-1'

export class BackupError extends Error {
  override name = 'BackupError'
}

export interface TableEntry {
  schema: string
  name: string
  columns: string[]
}

export interface TableSum {
  rows: number
  /** The rows as COPY writes them. */
  sha256: string
}

export interface Manifest {
  format: typeof archiveFormat
  createdAt: string
  /** Version of the source PostgreSQL. */
  server: string
  /** Checksum of db/schema. Backups of versions that had none lack it. */
  schema?: string
  /** Applied since the first release. */
  migrations: { name: string; checksum: string }[]
  /** Version of the job queue's schema. */
  jobs: number
}

export interface SequenceEntry {
  schema: string
  name: string
  value: string
}

export type Line =
  | { manifest: Manifest }
  | { table: TableEntry }
  | { bytes: number }
  | { end: TableSum }
  | { sequences: SequenceEntry[] }
  | { complete: true; tables: number }

/** Writes to a temporary file and renames it once everything is on disk: a file of that name is complete. */
export async function writeArchive(file: string, frames: AsyncIterable<Buffer>): Promise<void> {
  const unfinished = `${file}.unfinished`
  try {
    await pipeline(
      Readable.from(frames),
      // The sums of tables cover rows only: the sum of the whole reveals a changed byte elsewhere.
      createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
      createWriteStream(unfinished, { mode: 0o600, flags: 'wx' }),
    )
    const handle = await open(unfinished, 'r')
    await handle.sync()
    await handle.close()
    await rename(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new BackupError(
        `${unfinished} exists: another backup is being written, or one was cut off; remove it then`,
      )
    }
    await rm(unfinished, { force: true })
    throw error
  }
}

export interface ArchiveVisitor {
  manifest?(manifest: Manifest): Promise<void>
  /** Receives the rows of one table; the returned function runs when they have been read. */
  table?(table: TableEntry, rows: AsyncIterable<Buffer>): Promise<void>
  tableEnd?(table: TableEntry, sum: TableSum): Promise<void>
  sequences?(sequences: SequenceEntry[]): Promise<void>
}

/**
 * Reads an archive from beginning to end and checks each table's sum.
 * @throws BackupError when it is not a backup, damaged or truncated.
 */
export async function readArchive(file: string, visitor: ArchiveVisitor): Promise<Manifest> {
  const source = createReadStream(file)
  const plain = createZstdDecompress()
  // The reader below sees the error of either, as the end of `plain`.
  const flowing = pipeline(source, plain).catch(() => {})
  const frames = new FrameReader(plain)
  try {
    return await readFrames(frames, visitor)
  } catch (error) {
    if (error instanceof BackupError || !isDamage(error)) throw error
    throw new BackupError(
      `${file} is damaged or no backup: ${error instanceof Error ? error.message : String(error)}`,
    )
  } finally {
    source.destroy()
    plain.destroy()
    await flowing
  }
}

function isDamage(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return error instanceof SyntaxError || code.startsWith('Z') || code === 'ERR_STREAM_PREMATURE_CLOSE'
}

async function readFrames(frames: FrameReader, visitor: ArchiveVisitor): Promise<Manifest> {
  const first = await readLine(frames)
  if (!('manifest' in first) || first.manifest.format !== archiveFormat) {
    throw new BackupError('this is not a backup that this version can read')
  }
  await visitor.manifest?.(first.manifest)
  for (let tables = 0; ;) {
    const line = await readLine(frames)
    if ('table' in line) {
      await readTable(frames, line.table, visitor)
      tables += 1
    } else if ('sequences' in line) {
      await visitor.sequences?.(line.sequences)
    } else if ('complete' in line) {
      if (line.tables !== tables) throw new BackupError('the backup lacks tables')
      if ((await frames.line()) !== null)
        throw new BackupError('the backup is damaged: it goes on after its end')
      return first.manifest
    } else {
      throw new BackupError('the backup is damaged: a line is out of place')
    }
  }
}

async function readTable(frames: FrameReader, table: TableEntry, visitor: ArchiveVisitor): Promise<void> {
  const hash = createHash('sha256')
  let sum: TableSum | null = null
  async function* rows(): AsyncGenerator<Buffer> {
    while (true) {
      const line = await readLine(frames)
      if ('end' in line) {
        sum = line.end
        return
      }
      if (!('bytes' in line)) throw new BackupError('the backup is damaged: rows are out of place')
      const chunk = await frames.bytes(line.bytes)
      if (chunk === null) throw cutOff()
      hash.update(chunk)
      yield chunk
    }
  }
  if (visitor.table) {
    await visitor.table(table, rows())
  } else {
    const all = rows()
    while (!(await all.next()).done);
  }
  const end = sum as TableSum | null
  if (end === null || end.sha256 !== hash.digest('hex')) {
    throw new BackupError(`the backup is damaged: the rows of ${table.name} are not those that were written`)
  }
  await visitor.tableEnd?.(table, end)
}

async function readLine(frames: FrameReader): Promise<Line> {
  const line = await frames.line()
  if (line === null) throw cutOff()
  const read: unknown = JSON.parse(line)
  if (typeof read !== 'object' || read === null)
    throw new BackupError('the backup is damaged: a line is none')
  return read as Line
}

function cutOff(): BackupError {
  return new BackupError('the backup was cut off: its end is missing')
}
