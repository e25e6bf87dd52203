import type { Scopes } from '../../platform/db/scope.ts'
import type { Sweep } from '../../platform/jobs/job.ts'
import { deriveTopology } from './derive/derive.ts'
import { followTopology } from './derive/follow.ts'
import { deriveRepo } from './derive.repo.ts'

const batch = 100

/** Outlets whose devices, neighbours, hosts or lines changed are drawn anew. A run that is cut off repeats what it did. */
export const deriveSweep: Sweep = {
  name: 'topology.derive',
  everySeconds: 10,
  async run({ scopes, log, signal }) {
    for (;;) {
      const due = await deriveRepo.take(scopes, batch)
      for (const { outletId, at } of due) {
        if (signal.aborted) return
        try {
          await derive(scopes, outletId, at)
        } catch (error) {
          // One outlet, whose devices may lie, does not hold up those of others.
          log.error({ err: error, outletId }, 'the topology of an outlet is not derived')
          await deriveRepo.failed(scopes, outletId, at)
        }
      }
      if (due.length < batch) return
    }
  },
}

async function derive(scopes: Scopes, outletId: string, taken: string | null): Promise<void> {
  const known = await deriveRepo.facts(scopes, outletId)
  if (known === null) return
  const { facts, before } = known
  const { graph, events, pending } = followTopology(before, deriveTopology(facts), facts.devices, Date.now())
  await deriveRepo.write(scopes, { outletId, taken, graph, events, pending, facts })
}
