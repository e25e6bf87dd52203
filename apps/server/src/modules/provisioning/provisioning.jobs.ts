import type { JobHandler, Sweep } from '../../platform/jobs/job.ts'
import { templateRepo } from './template.repo.ts'

const portion = 500

/** `provision.spread` {templateId, before, version}: puts what a template changed into the queues of its gateways. */
export function provisioningJobs(): Record<string, JobHandler> {
  return {
    'provision.spread': async ({ companyId, templateId, before, version }, { scopes, signal }) => {
      let after: string | null = '0'
      while (after !== null && !signal.aborted) {
        const from: string = after
        after = await scopes.withCompany(companyId, ({ db }) =>
          templateRepo.spread({ db }, String(templateId), [Number(before), Number(version)], from, portion),
        )
      }
      // Another worker begins anew: what is due is due once.
      if (after !== null) throw new Error('stopped before the end')
    },
  }
}

export function provisioningSweeps(): Sweep[] {
  return [
    {
      name: 'provision.due',
      everySeconds: 15,
      run: async ({ scopes, signal }) => {
        while (!signal.aborted && (await templateRepo.queueDue(scopes, portion)) === portion);
      },
    },
  ]
}
