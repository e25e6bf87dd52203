import type { Sweep } from '../../platform/jobs/job.ts'
import { type MessageDeps, notifyAdministrators } from '../messages/index.ts'
import { noticeRepo } from './notice.repo.ts'

const atOnce = 500

/** Scheduled work: licences that begin or end, daily usage values, and administrator notices. */
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
          // Sent and recorded in one transaction: exactly once.
          await scopes.withCompany(companyId, async ({ db }) => {
            for (const notice of await noticeRepo.take(db)) {
              await notifyAdministrators(deps, db, companyId, {
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
