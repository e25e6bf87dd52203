import type { CwmpFault } from '../faults.ts'
import type { Command, CommandResult, LearnedParameter } from '../session/commands.ts'
import { examplesOf, type Stray, withCutOff, withStraysJudged } from './cut-off.ts'
import type { AddingObject, Declaration, Difference, Problem } from './declaration.ts'
import { compare } from './differences.ts'
import { hasAlias, instancesOf, resolvePath, tablesOf } from './instances.ts'
import { pathsAsked, tablesAsked, type Wished, withNames, withSettings } from './wished.ts'

type Unnamed<C> = C extends { id: string } ? Omit<C, 'id'> : never
/** A command before its caller assigns an id. */
export type ProvisionCommand = Unnamed<Command>

/** A declaration being applied to a gateway, as plain data. */
export interface ProvisionRun {
  readonly declaration: Declaration
  /** ParameterKey of the change: another key on the gateway reveals a third-party change (TR-069 A.3.2.1). */
  readonly revision: string
  readonly renew: boolean
  /** Check only, change nothing. */
  readonly checkOnly: boolean
  readonly phase:
    | 'find'
    | 'read'
    | 'read_levels'
    | 'add'
    | 'look'
    | 'set'
    | 'notify'
    | 'delete'
    | 'add_example'
    | 'undo'
    | 'over'
  readonly known: ReadonlyMap<string, { value: string; type: string | null }>
  /** Settings not yet resolved against the gateway's tree; null if there are none. */
  readonly wished: Wished | null
  readonly levels: ReadonlyMap<string, number>
  /** Instances added by this run, by index of `objects`. */
  readonly added: ReadonlyMap<number, string>
  readonly undone: number
  /** Instances that an interrupted earlier run may have left behind. */
  readonly strays: readonly Stray[]
  /** How many of `added` come from such a run. */
  readonly recovered: number
  /** An instance added only to see the defaults of a new one; the run's last step. */
  readonly example: string | null
  readonly removed: readonly string[]
  /** Instances that the gateway refuses to delete. */
  readonly refused: readonly string[]
  readonly changed: readonly Difference[]
  readonly unknowable: readonly string[]
  readonly problems: readonly Problem[]
  /** The gateway committed but has not applied yet (status 1). */
  readonly later: boolean
  /** Adds and deletes that are committed but not yet applied. */
  readonly addedLater: readonly string[]
  readonly deletedLater: readonly string[]
  /** Commands used. */
  readonly commands: number
}

/** Outcome of the outstanding command. */
export type ProvisionAnswer = { learned: readonly LearnedParameter[] } & (
  | { result: CommandResult }
  | { fault: CwmpFault }
)

export function startProvision(
  declaration: Declaration,
  {
    revision,
    renew,
    checkOnly = false,
    wished,
  }: { revision: string; renew: boolean; checkOnly?: boolean; wished?: Omit<Wished, 'tree' | 'found'> },
): ProvisionRun {
  const empty: ProvisionRun = {
    declaration,
    revision,
    renew,
    checkOnly,
    phase: 'find',
    known: new Map(),
    wished: wished === undefined ? null : { ...wished, tree: new Map(), found: 0 },
    levels: new Map(),
    added: new Map(),
    undone: 0,
    strays: [],
    recovered: 0,
    example: null,
    removed: [],
    refused: [],
    changed: [],
    unknowable: [],
    problems: [],
    later: false,
    addedLater: [],
    deletedLater: [],
    commands: 0,
  }
  return settle(empty)
}

/** The outstanding command; null if the run is over. */
export function commandOfRun(run: ProvisionRun): ProvisionCommand | null {
  const { revision: parameterKey } = run
  switch (run.phase) {
    case 'find':
      return { kind: 'get_parameter_names', path: tablesAsked(run)[0] ?? '', nextLevel: true }
    case 'read':
      return { kind: 'get_parameter_values', names: namesToRead(run) }
    case 'read_levels':
      return { kind: 'get_parameter_attributes', names: notifications(run).map(({ path }) => path) }
    case 'add': {
      const object = run.declaration.objects[compared(run).missing[0] ?? -1]
      return object === undefined ? null : { kind: 'add_object', path: object.table, parameterKey }
    }
    case 'look':
      return { kind: 'get_parameter_values', names: examplesOf(run) }
    case 'add_example':
      return { kind: 'add_object', path: run.strays[0]?.table ?? '', parameterKey }
    case 'set': {
      const values = compared(run).differences.map(({ path, after, type }) => ({
        name: path,
        value: after,
        ...(type === undefined ? {} : { type }),
      }))
      return { kind: 'set_parameter_values', values, parameterKey }
    }
    case 'notify':
      return {
        kind: 'set_parameter_attributes',
        changes: levelsToSet(run).map(({ path, level }) => ({ name: path, notification: level })),
      }
    case 'delete':
      return { kind: 'delete_object', path: surplusOf(run)[0] ?? '', parameterKey }
    case 'undo':
      return { kind: 'delete_object', path: addedInTurn(run)[run.undone] ?? '', parameterKey: '' }
    case 'over':
      return null
  }
}

/** What the run would add, by index of `objects`; known once the gateway was read. */
export function objectsToAdd(run: ProvisionRun): (Omit<AddingObject, 'stays'> & { index: number })[] {
  return compared(run).missing.flatMap((index) => {
    const object = run.declaration.objects[index]
    if (object === undefined) return []
    const { table, key } = object
    return [{ index, table, key, before: instancesOf(run.known, table) }]
  })
}

/** The run after the response to its outstanding command. */
export function advanceProvision(before: ProvisionRun, answer: ProvisionAnswer): ProvisionRun {
  const commands = before.commands + 1
  const run = { ...withNames(before, answer.learned), known: learn(before, answer.learned), commands }
  // A missing table has no instances.
  if (run.phase === 'find') return settle(run)
  if (run.phase === 'undo') return settle({ ...run, undone: run.undone + 1 })
  if ('fault' in answer) {
    // An instance to delete that is missing counts as deleted, as after a lost response.
    if (run.phase === 'delete' && answer.fault.code === '9005') return gone(run, false)
    if (run.phase === 'delete' && isRetired(run)) return kept(run, answer.fault)
    // A read that finds nothing fails as a whole.
    if (run.phase === 'look') return looked(run)
    // Their owner stays unknown; nothing else depends on it.
    if (run.phase === 'add_example') return { ...run, phase: 'over' }
    if (run.phase !== 'read') return failed(run, answer.fault)
    const refused = namesToRead(before).map((name) => ({ name, fault: answer.fault }))
    return settle({ ...run, phase: 'read_levels', problems: unread(before, refused) })
  }
  const { result } = answer
  switch (result.kind) {
    case 'get_parameter_values':
      if (run.phase === 'look') return looked(run)
      return settle({ ...run, phase: 'read_levels', problems: unread(before, result.failed) })
    case 'get_parameter_attributes': {
      const levels = new Map(result.parameters.map(({ name, notification }) => [name, notification]))
      return settle({ ...run, phase: 'add', levels })
    }
    case 'add_object': {
      if (run.phase === 'add_example') {
        const example = `${run.strays[0]?.table ?? ''}${result.instanceNumber}.`
        return settle({ ...run, example, phase: 'look' })
      }
      const index = compared(run).missing[0] ?? -1
      const table = run.declaration.objects[index]?.table ?? ''
      const path = `${table}${result.instanceNumber}.`
      const added = new Map(run.added).set(index, path)
      return result.status === 1
        ? settle({ ...run, added, later: true, addedLater: [...run.addedLater, path] })
        : settle({ ...run, added })
    }
    case 'set_parameter_values': {
      const changed = compared(run).differences
      return settle({ ...run, phase: 'notify', changed, later: run.later || result.status === 1 })
    }
    case 'set_parameter_attributes':
      return settle({ ...run, phase: 'delete' })
    case 'delete_object':
      return gone(run, result.status === 1)
    default:
      return failed(run, { code: 'unexpected_answer', text: result.kind, parameters: [] })
  }
}

/** Skips phases without work. */
function settle(run: ProvisionRun): ProvisionRun {
  switch (run.phase) {
    case 'find':
      return tablesAsked(run).length > 0 ? run : settle({ ...run, phase: 'read' })
    case 'read':
      return namesToRead(run).length > 0 ? run : settle({ ...run, phase: 'read_levels' })
    case 'read_levels': {
      const read = withCutOff(withSettings(run))
      const { problems, unknowable, differences } = compared(read)
      const all = [
        ...read.problems,
        ...problems.filter(({ path }) => !read.problems.some((p) => p.path === path)),
      ]
      const comparison = { ...read, problems: all, unknowable }
      // All or nothing: what cannot be applied in full is not started.
      if (all.length > 0) return { ...comparison, changed: run.checkOnly ? differences : [], phase: 'over' }
      return notifications(comparison).length > 0 ? comparison : settle({ ...comparison, phase: 'add' })
    }
    case 'add':
      if (run.checkOnly) return { ...run, changed: drifted(run), phase: 'over' }
      return compared(run).missing.length > 0 ? run : settle({ ...run, phase: 'look' })
    case 'look':
      return examplesOf(run).length > 0 ? run : settle({ ...run, phase: 'set' })
    case 'set':
      return compared(run).differences.length > 0 ? run : settle({ ...run, phase: 'notify' })
    case 'notify':
      return levelsToSet(run).length > 0 ? run : settle({ ...run, phase: 'delete' })
    case 'delete':
      if (surplusOf(run).length > 0) return run
      return { ...run, example: null, phase: run.strays.length > 0 ? 'add_example' : 'over' }
    case 'add_example':
      return run
    case 'undo':
      return run.undone < run.added.size ? run : { ...run, phase: 'over' }
    case 'over':
      return run
  }
}

/** Decides ownership of strays; they were read before anything else is set, or at the very end. */
const looked = (run: ProvisionRun) =>
  settle({ ...withStraysJudged(run), phase: run.example === null ? 'set' : 'delete' })

/**
 * What a run changed, in the form in which a check reports drift: a gateway that applies later (status 1) may
 * differ in these and nothing else.
 */
export function awaitedOf(run: ProvisionRun): Difference[] {
  return [
    ...run.changed,
    ...[...run.added.keys()].map((index) => missingObject(run, index)),
    ...run.removed.map((instance) => whole(instance, '', '')),
  ]
}

const whole = (path: string, before: string | null, after: string): Difference => ({
  path,
  before,
  after,
  secret: false,
})

function missingObject({ declaration }: ProvisionRun, index: number): Difference {
  const object = declaration.objects[index]
  const key = Object.entries(object?.key ?? {}).map(([name, value]) => `${name}=${value}`)
  return whole(`${object?.table ?? ''}[${key.join(',')}].`, null, '')
}

/** All differences as one list: the result of a check. */
function drifted(run: ProvisionRun): Difference[] {
  const { differences, missing } = compared(run)
  return [
    ...differences,
    ...missing.map((index) => missingObject(run, index)),
    ...surplusOf(run).map((instance) => whole(instance, '', '')),
    ...levelsToSet(run).map(({ path, level }) =>
      whole(path, String(run.levels.get(path) ?? ''), String(level)),
    ),
  ]
}

function failed(run: ProvisionRun, { code, text, parameters }: CwmpFault): ProvisionRun {
  const named = parameters.map((one) => ({ path: one.name, code: one.code, text: one.text }))
  const problems = named.length > 0 ? named : [{ path: '', code, text }]
  return settle({ ...run, problems: [...run.problems, ...problems], phase: 'undo' })
}

/** The instance to delete is already gone. */
function gone(run: ProvisionRun, later: boolean): ProvisionRun {
  const instance = surplusOf(run)[0] ?? ''
  const known = new Map([...run.known].filter(([path]) => !path.startsWith(instance)))
  const removed = { ...run, known, removed: [...run.removed, instance] }
  return settle(later ? { ...removed, later: true, deletedLater: [...run.deletedLater, instance] } : removed)
}

const isRetired = (run: ProvisionRun) =>
  run.declaration.retired?.some(({ path }) => path === surplusOf(run)[0]) === true

/** Nothing else depends on it: completed work stays. */
function kept(run: ProvisionRun, { code, text }: CwmpFault): ProvisionRun {
  const path = surplusOf(run)[0] ?? ''
  return settle({
    ...run,
    refused: [...run.refused, path],
    problems: [...run.problems, { path, code, text }],
  })
}

const surplusOf = (run: ProvisionRun) => [
  ...compared(run).surplus.filter((path) => !run.refused.includes(path)),
  ...(run.declaration.absent ?? []).filter((path) => !run.removed.includes(path)),
]

const addedInTurn = (run: ProvisionRun) => [...run.added.values()].toReversed()

type Compared = ReturnType<typeof compare>
/** Cached by the comparison's inputs: it is needed several times per step and dominates its cost. */
const comparisons = new WeakMap<
  ProvisionRun['known'],
  { added: ProvisionRun['added']; comparison: Compared }
>()

function compared(run: ProvisionRun): Compared {
  const before = comparisons.get(run.known)
  if (before?.added === run.added) return before.comparison
  const comparison = compare(run.declaration, run.known, { added: new Map(run.added), renew: run.renew })
  comparisons.set(run.known, { added: run.added, comparison })
  return comparison
}

function namesToRead(run: ProvisionRun): string[] {
  const { declaration } = run
  const tables = tablesOf(declaration)
  const plain = declaration.values
    .map(({ path }) => path)
    .filter((path) => !hasAlias(path) && !tables.some((table) => path.startsWith(table)))
  const asked = pathsAsked(run)
  const all = [...plain, ...tables]
  // Reported together with the parent's subtree.
  return [...all, ...asked].filter(
    (name, index) =>
      !asked.some((path) => path !== name && path.endsWith('.') && name.startsWith(path)) &&
      !(index >= all.length && all.some((table) => table.endsWith('.') && name.startsWith(table))),
  )
}

/** With aliases resolved; entries without an instance are left out. */
function notifications(run: ProvisionRun) {
  return run.declaration.notifications.flatMap(({ path, level }) => {
    const resolved = resolvePath(run.known, path)
    return resolved === null ? [] : [{ path: resolved, level }]
  })
}

const levelsToSet = (run: ProvisionRun) =>
  notifications(run).filter(({ path, level }) => run.levels.get(path) !== level)

function learn(run: ProvisionRun, learned: readonly LearnedParameter[]): ProvisionRun['known'] {
  // Includes values that were just set; they are not compared again.
  if (run.phase !== 'read' && run.phase !== 'look') return run.known
  const known = new Map(run.known)
  for (const { name, value, type } of learned) {
    if (value !== undefined) known.set(name, { value, type: type ?? null })
  }
  return known
}

/** A missing table, or a missing source of settings, is empty; a missing parameter cannot be set. */
function unread(run: ProvisionRun, failedReads: readonly { name: string; fault: CwmpFault }[]): Problem[] {
  const { objects, retired = [], adding = [] } = run.declaration
  const tables = [...[...objects, ...retired, ...adding].map(({ table }) => table), ...pathsAsked(run)]
  return failedReads
    .filter(({ name, fault }) => !(fault.code === '9005' && tables.includes(name)))
    .map(({ name, fault }) => ({ path: name, code: fault.code, text: fault.text }))
}
