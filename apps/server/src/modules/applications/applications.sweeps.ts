import type { Sweep } from '../../platform/jobs/job.ts'
import { type MessageDeps, notifyAdministrators } from '../messages/index.ts'
import { activationRepo } from './application.repo.ts'

/** Scheduled work: ended maintenance, of products too, and abandoned activations. */
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
          await notifyAdministrators(deps, scopes, companyId, { kind: 'application_failed', params })
        }
      },
    },
  ]
}
