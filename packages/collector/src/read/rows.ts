import { SnmpError, type SnmpAgent, type Varbind, type Walked } from '../snmp/agent.ts'

const mostRows = 20_000

/** A column: values by what follows its OID. */
export type Column = ReadonlyMap<string, Varbind>

/**
 * One reading of an agent, which asks for nothing twice: readers share what others walked, also below it. A root that
 * answers with nothing is an empty column; so is one whose first answer is an error, while the agent is alive.
 */
export class Reading {
  readonly #agent: SnmpAgent
  readonly #walked = new Map<string, Column>()
  readonly #got = new Map<string, Varbind | undefined>()
  /** Roots whose walk ended early: what is missing from them may exist. */
  readonly incomplete = new Set<string>()
  #failed = 0

  constructor(agent: SnmpAgent) {
    this.#agent = agent
  }

  async get(...oids: readonly string[]): Promise<ReadonlyMap<string, Varbind>> {
    const missing = oids.filter((oid) => !this.#got.has(oid))
    if (missing.length > 0) {
      const answer = await this.#agent.get([...new Set(missing)])
      for (const oid of missing) this.#got.set(oid, answer.get(oid))
    }
    return new Map(oids.flatMap((oid) => pair(oid, this.#got.get(oid))))
  }

  /** Scalars that are read below, in one request; also the scalars of a column's only row. */
  async one(oid: string): Promise<Varbind | undefined> {
    return (await this.get(oid)).get(oid)
  }

  async column(root: string): Promise<Column> {
    const known = this.#walked.get(root) ?? this.#below(root)
    if (known) return known
    return this.#walk(root)
  }

  /** Reads columns side by side, so that an agent answers for several in one message. */
  async together(roots: readonly string[]): Promise<void> {
    const unknown = roots.filter((root) => !this.#walked.has(root) && this.#below(root) === null)
    if (unknown.length < 2 || this.#agent.walkAll === undefined) return
    try {
      const walked = await this.#agent.walkAll(unknown, mostRows)
      for (const [at, root] of unknown.entries())
        this.#keep(root, walked[at] ?? { rows: [], incomplete: true })
    } catch (error) {
      // Each is then asked for by itself.
      if (!(error instanceof SnmpError) || error.fault === 'auth') throw error
    }
  }

  /** The column was walked and has rows. */
  has(root: string): boolean {
    return this.sizeOf(root) > 0
  }

  sizeOf(root: string): number {
    return this.#walked.get(root)?.size ?? 0
  }

  /** The column as whose row the instance was read: the longest root walked above it. */
  columnOf(oid: string): string | null {
    for (let end = oid.lastIndexOf('.'); end > 0; end = oid.lastIndexOf('.', end - 1)) {
      if (this.#walked.has(oid.slice(0, end))) return oid.slice(0, end)
    }
    return null
  }

  #below(root: string): Column | null {
    for (let end = root.lastIndexOf('.'); end > 0; end = root.lastIndexOf('.', end - 1)) {
      const above = this.#walked.get(root.slice(0, end))
      if (!above) continue
      const prefix = `${root.slice(end + 1)}.`
      const rows = [...above].filter(([index]) => index.startsWith(prefix))
      const column = new Map(rows.map(([index, row]) => [index.slice(prefix.length), row]))
      this.#walked.set(root, column)
      return column
    }
    return null
  }

  async #walk(root: string): Promise<Column> {
    try {
      const walked = await this.#agent.walk(root, mostRows)
      this.#failed = 0
      return this.#keep(root, walked)
    } catch (error) {
      // An agent that refuses one table still answers for others; one that is silent three times in a row is dead.
      this.#failed += 1
      if (!(error instanceof SnmpError) || error.fault === 'auth' || this.#failed >= 3) throw error
      return this.#keep(root, { rows: [], incomplete: true })
    }
  }

  #keep(root: string, { rows, incomplete }: Walked): Column {
    if (incomplete) this.incomplete.add(root)
    const column = new Map<string, Varbind>()
    for (const row of rows) {
      if (column.size < mostRows && row.oid.startsWith(`${root}.`))
        column.set(row.oid.slice(root.length + 1), row)
    }
    this.#walked.set(root, column)
    return column
  }
}

const pair = (oid: string, row: Varbind | undefined): [string, Varbind][] => (row ? [[oid, row]] : [])

/** The numbers of an index, or of a part of it. */
export const numbersOf = (index: string): readonly number[] => index.split('.').map(Number)
