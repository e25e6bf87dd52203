import type { DataModelRoot } from '../data-model.ts'
import type { LearnedParameter } from '../session/commands.ts'
import { GatewayTree, type KnownParameter } from '../vocabulary/tree.ts'
import { pathsOf, tablesOfAncestors, withNeeded } from '../vocabulary/vocabulary.ts'
import { expandSettings } from './expand.ts'
import type { Want } from './resolve.ts'
import type { ProvisionRun } from './run.ts'
import type { DesiredSetting } from './setting.ts'

/** Settings that a session resolves on its gateway. */
export interface Wished {
  readonly root: DataModelRoot
  readonly settings: readonly DesiredSetting[]
  /** Requesting templates, by path and by setting. */
  readonly wants: ReadonlyMap<string, readonly Want[]>
  readonly tree: ReadonlyMap<string, KnownParameter>
  /** Number of tables whose instances were requested. */
  readonly found: number
}

const sectionsOf = ({ settings }: Wished) => withNeeded(settings.map(({ section }) => section))

/** Tables whose instances are still to be requested. */
export function tablesAsked({ wished }: ProvisionRun): string[] {
  return wished === null ? [] : tablesOfAncestors(wished.root, sectionsOf(wished)).slice(wished.found)
}

/** What to read for the settings. */
export function pathsAsked({ wished }: ProvisionRun): string[] {
  if (wished === null) return []
  return pathsOf(new GatewayTree(wished.root, wished.tree), sectionsOf(wished), false)
}

/** The run with the newly read part of the gateway's tree. */
export function withNames(run: ProvisionRun, learned: readonly LearnedParameter[]): ProvisionRun {
  const { wished, phase } = run
  if (wished === null || (phase !== 'find' && phase !== 'read')) return run
  const found = wished.found + (phase === 'find' ? 1 : 0)
  const tree = new Map(wished.tree)
  for (const { name, value, type, writable } of learned) {
    const before = tree.get(name)
    tree.set(name, {
      value: value ?? before?.value ?? '',
      type: type ?? before?.type ?? null,
      writable: writable ?? before?.writable ?? null,
      readAt: null,
    })
  }
  return { ...run, wished: { ...wished, tree, found } }
}

/** The run after reading the gateway: its settings are parameters from now on. */
export function withSettings(run: ProvisionRun): ProvisionRun {
  const { wished, declaration, problems } = run
  if (wished === null) return run
  const { root, settings, wants, tree } = wished
  const expanded = expandSettings(declaration, settings, wants, new GatewayTree(root, tree))
  const conflicts = expanded.conflicts.map(({ path, wants: said }) => ({
    path,
    code: 'conflict',
    text: [...new Set(said.map(({ template }) => template))].join(', '),
  }))
  return {
    ...run,
    wished: null,
    declaration: expanded.declaration,
    problems: [...problems, ...expanded.problems, ...conflicts],
  }
}
