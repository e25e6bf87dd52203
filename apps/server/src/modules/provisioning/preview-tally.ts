import type { PreviewFound } from '@netward/contract'
import type { DataModelRoot } from '@netward/cwmp'
import { shownPath } from '../devices/index.ts'
import type { ComparedGateway } from './compare-gateways.ts'
import { anyUnread } from './unread.ts'

/** Template owners by id: null for one's own; templates not listed are not reported. */
export type Owners = ReadonlyMap<string, string | null>

const shownConflicts = 20
/** Object keys hold variables: there may be as many paths as gateways. */
const maxConflicts = 1_000

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
      if (before === undefined && this.#conflicts.size === maxConflicts) continue
      const named = before?.templates ?? new Map<string, string>()
      for (const { id, name } of templates) named.set(id, name)
      this.#conflicts.set(path, { devices: (before?.devices ?? 0) + 1, templates: named })
    }
  }

  /** Templates whose owners are looked up. */
  contradicting(): string[] {
    return [...new Set([...this.#conflicts.values()].flatMap(({ templates }) => [...templates.keys()]))]
  }

  found(owners: Owners): PreviewFound {
    const conflicts = [...this.#conflicts].toSorted(([, a], [, b]) => b.devices - a.devices)
    // Contradictions among a lower company's templates are internal to that company.
    const reported = conflicts.filter(([, { templates }]) =>
      [...templates.keys()].some((id) => owners.has(id)),
    )
    return {
      ...this.#found,
      parameters: this.#parameters.size,
      conflicts: reported.slice(0, shownConflicts).map(([path, { devices, templates }]) => ({
        ...shownPath(path),
        devices,
        templates: [...new Set([...templates].map(([id, name]) => shownName(name, owners.get(id))))],
      })),
      otherModel: [...this.#otherModel.values()],
      moreConflicts: conflicts.length - Math.min(reported.length, shownConflicts),
    }
  }
}

/** Templates of companies below are not shown above. */
const shownName = (name: string, owner: string | null | undefined) =>
  owner === undefined ? null : owner === null ? name : `${name} (${owner})`

/** A run that cannot be completed is not started. */
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
