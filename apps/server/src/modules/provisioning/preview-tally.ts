import type { PreviewFound } from '@netward/contract'
import type { DataModelRoot } from '@netward/cwmp'
import { shownPath } from '../devices/index.ts'
import type { ComparedGateway } from './compare-gateways.ts'
import { anyUnread } from './unread.ts'

/** Whose templates are, by id: null for one's own; one that is not among them is not told of. */
export type Owners = ReadonlyMap<string, string | null>

const shownConflicts = 20
/** Keys of objects hold variables: there may be as many paths as gateways. */
const mostConflicts = 1_000

export type Outcome = 'foreign' | 'conflicting' | 'impossible' | 'changing' | 'unread' | 'nothing'

export class PreviewTally {
  readonly #parameters = new Set<string>()
  readonly #found = {
    changing: 0,
    objects: 0,
    partlyRead: 0,
    unread: 0,
    secrets: 0,
    impossible: 0,
    conflicting: 0,
  }
  readonly #otherModel = new Map<DataModelRoot, PreviewFound['otherModel'][number]>()
  readonly #conflicts = new Map<string, { devices: number; templates: Map<string, string> }>()

  add(gateway: ComparedGateway): Outcome {
    const outcome = outcomeOf(gateway)
    this.#modelled(gateway)
    if (outcome === 'foreign') return outcome
    if (outcome !== 'nothing') this.#found[outcome] += 1
    if (outcome === 'conflicting') this.#contradicted(gateway)
    if (outcome === 'conflicting' || outcome === 'impossible') return outcome
    if (gateway.secrets) this.#found.secrets += 1
    if (outcome !== 'changing') return outcome
    if (anyUnread(gateway.unread)) this.#found.partlyRead += 1
    this.#found.objects += gateway.objects
    for (const parameter of gateway.parameters) this.#parameters.add(parameter)
    return outcome
  }

  #modelled({ model }: ComparedGateway): void {
    if (model === null || model.foreign === 0) return
    const devices = (this.#otherModel.get(model.root)?.devices ?? 0) + 1
    this.#otherModel.set(model.root, { ...model, devices })
  }

  #contradicted({ contradictions }: ComparedGateway): void {
    for (const { path, templates } of contradictions) {
      const before = this.#conflicts.get(path)
      if (before === undefined && this.#conflicts.size === mostConflicts) continue
      const named = before?.templates ?? new Map<string, string>()
      for (const { id, name } of templates) named.set(id, name)
      this.#conflicts.set(path, { devices: (before?.devices ?? 0) + 1, templates: named })
    }
  }

  /** The templates whose owners are asked for. */
  contradicting(): string[] {
    return [...new Set([...this.#conflicts.values()].flatMap(({ templates }) => [...templates.keys()]))]
  }

  found(owners: Owners): PreviewFound {
    const conflicts = [...this.#conflicts].toSorted(([, a], [, b]) => b.devices - a.devices)
    // Nor is what those of a company below contradict each other in: it is inside of that company.
    const told = conflicts.filter(([, { templates }]) => [...templates.keys()].some((id) => owners.has(id)))
    return {
      ...this.#found,
      parameters: this.#parameters.size,
      conflicts: told.slice(0, shownConflicts).map(([path, { devices, templates }]) => ({
        ...shownPath(path),
        devices,
        templates: [...new Set([...templates].map(([id, name]) => shownName(name, owners.get(id))))],
      })),
      otherModel: [...this.#otherModel.values()],
      moreConflicts: conflicts.length - Math.min(told.length, shownConflicts),
    }
  }
}

/** Those of companies below are not shown above. */
const shownName = (name: string, owner: string | null | undefined) =>
  owner === undefined ? null : owner === null ? name : `${name} (${owner})`

/** What cannot be had whole is not begun. */
export function outcomeOf({
  model,
  contradictions,
  impossible,
  parameters,
  objects,
  unread,
}: ComparedGateway): Outcome {
  if (model !== null && model.foreign === model.entries && objects === 0) return 'foreign'
  if (contradictions.length > 0) return 'conflicting'
  if (impossible) return 'impossible'
  if (parameters.length + objects > 0) return 'changing'
  return anyUnread(unread) ? 'unread' : 'nothing'
}
