import type { Sweep } from '../../platform/jobs/job.ts'
import { hostRepo } from './host.repo.ts'

const batch = 500

/**
 * Cash registers, access controllers and cameras often say nothing of themselves: their gateway's list of hosts, as last
 * read, says when they were there.
 */
export const hostSweep: Sweep = {
  name: 'equipment.hosts',
  everySeconds: 300,
  async run({ scopes, signal }) {
    for (let after: string | null = '0'; after !== null && !signal.aborted;)
      after = await hostRepo.seeHosts(scopes, after, batch)
  },
}
