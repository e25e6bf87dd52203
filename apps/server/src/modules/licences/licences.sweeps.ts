import type { Sweep } from '../../platform/jobs/job.ts'
import { type MessageDeps, tellAdministrators } from '../messages/index.ts'
import { noticeRepo } from './notice.repo.ts'

const atOnce = 500

/** What runs by the clock: licences that begin or end, a value of use a day, and what administrators are told. */
export function licenceSweeps(deps: MessageDeps): Sweep[] {
  return [
    {
      name: 'licence.refresh',
      everySeconds: 30,
      run: async ({ scopes, signal }) => {
        while (!signal.aborted && (await noticeRepo.refreshDue(scopes, atOnce)) > 0);
      },
    },
    {
      name: 'licence.snapshot',
      everySeconds: 3600,
      run: ({ scopes }) => noticeRepo.snapshot(scopes),
    },
    {
      name: 'licence.notices',
      everySeconds: 300,
      run: async ({ scopes, signal }) => {
        for (const companyId of await noticeRepo.companies(scopes, atOnce)) {
          if (signal.aborted) return
          // Told and noted in one transaction: neither twice nor never.
          await scopes.withCompany(companyId, async ({ db }) => {
            for (const notice of await noticeRepo.take(db)) {
              await tellAdministrators(deps, db, companyId, {
                kind: notice.what === 'usage' ? 'licence_usage' : 'licence_ending',
                params: {
                  quota: notice.kind,
                  used: String(notice.used ?? ''),
                  granted: String(notice.granted ?? ''),
                  until: notice.ends_at?.slice(0, 10) ?? '',
                },
              })
            }
          })
        }
      },
    },
  ]
}
