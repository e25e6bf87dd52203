import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** When it is full, the oldest go until this share is left. */
const keptShare = 0.8

interface Held {
  readonly name: string
  readonly size: number
  readonly usedAt: number
}

/**
 * Copies of files on the disk of this process. It may be deleted at any time, and is never a reason why something
 * fails: what it cannot read or write is read from the database.
 */
export class FileCache {
  readonly #directory: string
  readonly #mostBytes: number
  #bytes: Promise<number> | null = null

  constructor(directory: string, mostBytes: number) {
    this.#directory = directory
    this.#mostBytes = mostBytes
  }

  /** @param name one that the server made: letters, digits, one dot. */
  async read(name: string): Promise<Buffer | null> {
    try {
      const path = this.#pathOf(name)
      const content = await readFile(path)
      const now = new Date()
      await utimes(path, now, now)
      return content
    } catch {
      return null
    }
  }

  async write(name: string, content: Buffer): Promise<void> {
    if (content.length > this.#mostBytes) return
    try {
      await mkdir(this.#directory, { recursive: true, mode: 0o700 })
      const path = this.#pathOf(name)
      const unfinished = `${path}.${randomUUID()}.tmp`
      await writeFile(unfinished, content, { mode: 0o600 })
      // In one step: a reader sees a whole file or none.
      await rename(unfinished, path)
      this.#bytes = this.#bytes?.then((bytes) => bytes + content.length) ?? this.#measure()
      if ((await this.#bytes) > this.#mostBytes) await this.#makeRoom()
    } catch {
      this.#bytes = null
    }
  }

  #pathOf(name: string): string {
    if (!/^[a-z0-9]+\.[a-z]+$/.test(name)) throw new RangeError('not a name of a cached file')
    return join(this.#directory, name)
  }

  async #measure(): Promise<number> {
    return (await this.#held()).reduce((sum, { size }) => sum + size, 0)
  }

  async #makeRoom(): Promise<void> {
    const held = (await this.#held()).toSorted((a, b) => b.usedAt - a.usedAt)
    let kept = 0
    for (const { name, size } of held) {
      if (kept + size <= this.#mostBytes * keptShare) kept += size
      else await rm(join(this.#directory, name), { force: true })
    }
    this.#bytes = Promise.resolve(kept)
  }

  /** What lies there, and whatever else was left: a stop in the middle of a write leaves a part. */
  async #held(): Promise<Held[]> {
    const names = await readdir(this.#directory)
    const found = await Promise.all(
      names.map(async (name) => {
        const { size, mtimeMs } = await stat(join(this.#directory, name)).catch(() => ({
          size: 0,
          mtimeMs: 0,
        }))
        return { name, size, usedAt: mtimeMs }
      }),
    )
    return found
  }
}
