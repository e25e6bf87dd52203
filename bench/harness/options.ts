/** Scope of a run: full, or quick and rougher. */
export interface Options {
  readonly quick: boolean
}

export interface Effort {
  /** Runs per median. */
  readonly runs: number
  readonly milliseconds: number
}

export function effort({ quick }: Options): Effort {
  return quick ? { runs: 3, milliseconds: 800 } : { runs: 5, milliseconds: 3_000 }
}
