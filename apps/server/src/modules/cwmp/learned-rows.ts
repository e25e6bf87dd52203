import { type LearnedParameter, wanInterfaces } from '@netward/cwmp'
import type { Learned, ParameterRow } from './acs-rows.ts'
import type { AcsRepo } from './acs.repo.ts'
import { parameterRows } from './commands.ts'
import type { InformFacts } from './facts.ts'

const rowsPerStatement = 2_000

/**
 * What a session learned and still has to store: names and values of one parameter come with different
 * answers, and a row is written once. Stored before the end of the command is reported.
 */
export class LearnedRows {
  readonly #repo: AcsRepo
  readonly #deviceId: string
  #rows = new Map<string, ParameterRow>()
  #reported: InformFacts = {}

  constructor(repo: AcsRepo, deviceId: string) {
    this.#repo = repo
    this.#deviceId = deviceId
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0
  }

  /** Types of parameters that are still to be stored. */
  typesOf(paths: readonly string[]): Record<string, string> {
    const types: Record<string, string> = {}
    for (const path of paths) {
      const type = this.#rows.get(path)?.type
      if (type) types[path] = type
    }
    return types
  }

  /** @throws when the database does. */
  async add(learned: readonly LearnedParameter[], reported: InformFacts): Promise<void> {
    for (const row of parameterRows(learned)) {
      const before = this.#rows.get(row.path)
      this.#rows.set(row.path, before === undefined ? row : merged(before, row))
    }
    Object.assign(this.#reported, reported)
    if (this.#rows.size >= rowsPerStatement) await this.store()
  }

  /** @throws when the database does: unstored values are lost, and the session ends. */
  async store(): Promise<void> {
    const { rows, reported } = this.take()
    for (let at = 0; at < rows.length; at += rowsPerStatement) {
      const last = at + rowsPerStatement >= rows.length
      await this.#repo.apply(this.#deviceId, rows.slice(at, at + rowsPerStatement), last ? reported : {})
    }
  }

  /** Returns what is still to be stored: as much as one statement takes. */
  take(): Learned {
    const rows = [...this.#rows.values()]
    const learned = { rows, reported: { ...macOf(rows), ...this.#reported } }
    this.#rows = new Map()
    this.#reported = {}
    return learned
  }
}

/** In TR-181 the interface is in one answer and the layer with its address in another. */
function macOf(rows: readonly ParameterRow[]): InformFacts {
  const valued = rows.flatMap(({ path, value, type }) =>
    value === null || value === '' ? [] : [{ name: path, value, type }],
  )
  const macAddress = wanInterfaces(valued).find((wan) => wan.macAddress !== null)?.macAddress
  return macAddress ? { macAddress } : {}
}

const merged = (before: ParameterRow, after: ParameterRow): ParameterRow => ({
  ...after,
  value: after.valued ? after.value : before.value,
  valued: after.valued || before.valued,
  type: after.type ?? before.type,
  writable: after.writable ?? before.writable,
})
