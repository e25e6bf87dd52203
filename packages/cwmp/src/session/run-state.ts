import type { DataModelRoot } from '../data-model.ts'
import type { CwmpFault } from '../faults.ts'
import type { AcsRequest, CpeResponse } from '../messages.ts'
import type { Command, CommandResult, LearnedParameter } from './commands.ts'

/** What a command in progress knows about its gateway. */
export interface RunContext {
  root: DataModelRoot
  /** Types known from earlier reads, by full name. */
  knownTypes: Readonly<Record<string, string>>
}

/** A command in progress, as plain data: pending calls and gathered results. */
export interface Run {
  command: Command
  /** The first is the next call. */
  todo: AcsRequest[]
  found: number
  failed: { name: string; fault: CwmpFault }[]
  types: Readonly<Record<string, string>>
  /** Partial paths whose names were fully listed. */
  listed: string[]
  /** Optional settings left out after the gateway refused them. */
  left: string[]
}

export type Answer = CpeResponse | { method: 'Fault'; fault: CwmpFault }

export interface Progress {
  run: Run
  learned: LearnedParameter[]
  /** Set when no work is left. */
  end?: { result: CommandResult } | { fault: CwmpFault }
}

export function emptyRun(command: Command, todo: AcsRequest[], types: Run['types'] = {}): Run {
  return { command, todo, found: 0, failed: [], types, listed: [], left: [] }
}

export function ended(
  run: Run,
  end: NonNullable<Progress['end']>,
  learned: LearnedParameter[] = [],
): Progress {
  return { run: { ...run, todo: [] }, learned, end }
}
