import type { Sweep } from '../../platform/jobs/job.ts'
import { type MessageDeps, tellAdministrators } from '../messages/index.ts'
import { activationRepo } from './application.repo.ts'

/** What runs by the clock: maintenances that are over, of products too, and activations that nobody takes on any more. */
export function applicationSweeps(deps: MessageDeps): Sweep[] {
  return [
    {
      name: 'maintenance.end',
      everySeconds: 15,
      run: ({ scopes }) => activationRepo.endMaintenances(scopes),
    },
    {
      name: 'activation.end',
      everySeconds: 60,
      async run({ scopes }) {
        for (const { company_id: companyId, display_name: applicationName } of await activationRepo.endStuck(
          scopes,
        )) {
          const params = { applicationName, failure: 'timed_out' } as const
          await tellAdministrators(deps, scopes, companyId, { kind: 'application_failed', params })
        }
      },
    },
  ]
}
