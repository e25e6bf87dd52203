import type { Sweep } from '../../platform/jobs/job.ts'
import { deriveTopology } from './derive/derive.ts'
import { followTopology } from './derive/follow.ts'
import { deriveRepo } from './derive.repo.ts'

const batch = 100

/** Outlets whose devices, neighbours, hosts or lines changed are drawn anew. A run that is cut off repeats what it did. */
export const deriveSweep: Sweep = {
  name: 'topology.derive',
  everySeconds: 10,
  async run({ scopes, signal }) {
    for (;;) {
      const due = await deriveRepo.take(scopes, batch)
      for (const { outletId, at } of due) {
        if (signal.aborted) return
        const known = await deriveRepo.facts(scopes, outletId)
        if (known === null) continue
        const { facts, before } = known
        const { graph, events, pending } = followTopology(
          before,
          deriveTopology(facts),
          facts.devices,
          Date.now(),
        )
        await deriveRepo.write(scopes, { outletId, taken: at, graph, events, pending, facts })
      }
      if (due.length < batch) return
    }
  },
}
