import { hash } from 'node:crypto'
import type { ParameterValue } from '@netward/cwmp'
import { LRUCache } from 'lru-cache'
import type { Logger } from '../../platform/log.ts'
import type { AcsRepo } from './acs.repo.ts'
import { Buffered } from './batcher.ts'
import { parameterRows } from './commands.ts'

interface InformedValue {
  readonly deviceId: string
  readonly path: string
  readonly value: string | null
  /** By the clock of this process, in milliseconds. */
  readonly at: number
}

const maxPerInform = 256
const rowsPerStatement = 5_000

/**
 * Values from Informs for known parameters: buffered for up to a second, written together. A repeated value
 * costs a comparison here, and nothing in the database.
 */
export class InformedValues {
  readonly #buffer: Buffered<InformedValue[]>
  readonly #last = new LRUCache<string, string>({ max: 20_000 })

  constructor(repo: AcsRepo, log: Logger) {
    this.#buffer = new Buffered(
      'informed values',
      async (items) => {
        const rows = items.flat()
        for (let at = 0; at < rows.length; at += rowsPerStatement) {
          await repo.informed(rows.slice(at, at + rowsPerStatement))
        }
      },
      log,
      { milliseconds: 1000, most: 20_000 },
    )
  }

  reported(deviceId: string, parameters: readonly ParameterValue[]): void {
    const few = parameters.slice(0, maxPerInform)
    const reported = hash('sha1', few.map(({ name, value }) => `${name}=${value}`).join('\n'), 'base64url')
    if (this.#last.get(deviceId) === reported) return
    // A value that does not fit is reported again by the next Inform.
    const at = performance.now()
    if (!this.#buffer.add(parameterRows(few).map(({ path, value }) => ({ deviceId, path, value, at }))))
      return
    this.#last.set(deviceId, reported)
  }

  flush(): Promise<void> {
    return this.#buffer.flush()
  }

  close(): Promise<void> {
    return this.#buffer.close()
  }
}
