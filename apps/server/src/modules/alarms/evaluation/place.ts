import type { Scopes } from '../../../platform/db/scope.ts'
import { frontsOf, nodeOf, type Place, placesOf } from '../machine/paths.ts'
import type { DeviceChanges } from './advance.ts'
import { evaluationRepo } from './evaluation.repo.ts'

const batch = 100

/**
 * Alarms whose device is not reached are put behind the alarm of the device or line that cuts it off, and come to life again, as
 * alarms and topology change. Returns whether there may be more.
 */
export async function placeDue(scopes: Scopes, now: number): Promise<boolean> {
  const due = await evaluationRepo.pathsDue(scopes, batch)
  if (due.length === 0) return false
  const facts = await evaluationRepo.paths(scopes, due)
  const placed = facts.map((outlet) => ({ outlet, ...placesOf(outlet, outlet.alarms, now) }))
  await evaluationRepo.placeOutlets(
    scopes,
    JSON.stringify({
      outlets: placed.map(({ outlet: { outlet_id: id, marked }, next }) => ({ id, marked, next })),
      places: placed.flatMap(({ places }) => places),
    }),
  )
  return due.length === batch
}

/** Where the alarms that this turn raises belong, so that they are raised there; `placeDue` sees to the rest. */
export async function placesOfRaised(scopes: Scopes, all: readonly DeviceChanges[]): Promise<Place[]> {
  const raised = all.filter((changes) => turned(changes, 'raised') && changes.watch.row.outlet_id !== null)
  if (raised.length === 0) return []
  const byOutlet = Map.groupBy(raised, ({ watch }) => watch.row.outlet_id!)
  const facts = await evaluationRepo.paths(scopes, [...byOutlet.keys()])
  return facts.flatMap((outlet) => {
    const down = new Set(
      outlet.alarms.filter(({ watches }) => watches === 'offline').map(({ subject }) => nodeOf(subject)),
    )
    const here = all.filter(({ watch }) => watch.row.outlet_id === outlet.outlet_id)
    for (const { list, watch } of here)
      for (const { alarm, transitions } of list)
        if (alarm?.watches === 'offline' && transitions.length > 0) {
          if (transitions.at(-1)!.kind === 'cleared') down.delete(nodeOf(watch.id))
          else down.add(nodeOf(watch.id))
        }
    const fronts = frontsOf(outlet, down)
    return byOutlet.get(outlet.outlet_id)!.flatMap(({ watch: { id: subject } }) => {
      const front = fronts.get(nodeOf(subject))
      return front === undefined ? [] : [{ subject, front: front.slice(1) }]
    })
  })
}

const turned = ({ list }: DeviceChanges, kind: 'raised'): boolean =>
  list.some(
    ({ alarm, transitions }) => alarm?.watches != null && transitions.some((one) => one.kind === kind),
  )
