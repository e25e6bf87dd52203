import type { Sweep } from '../../platform/jobs/job.ts'
import { type MessageDeps, notifyAdministrators } from '../messages/index.ts'
import { ledgerRepo } from './ledger.repo.ts'

const atOnce = 500

/**
 * `assistant.abandoned`: settles calls whose process stopped. `assistant.budgets`: notifies administrators of 80 and 100 percent
 * of the month's budget, once each.
 */
export function assistantSweeps(deps: MessageDeps): Sweep[] {
  return [
    {
      name: 'assistant.abandoned',
      everySeconds: 60,
      run: ({ scopes }) => ledgerRepo.settleAbandoned(scopes),
    },
    {
      name: 'assistant.budgets',
      everySeconds: 300,
      async run({ scopes, signal }) {
        for (const { companyId, share, month } of await ledgerRepo.budgetsReached(scopes, atOnce)) {
          if (signal.aborted) return
          // Sent and recorded in one transaction: exactly once.
          await scopes.withCompany(companyId, async ({ db }) => {
            if (!(await ledgerRepo.noteBudget(db, companyId, { share, month }))) return
            await notifyAdministrators(deps, db, companyId, {
              kind: 'token_budget',
              params: { share: String(share), month: month.slice(0, 7) },
            })
          })
        }
      },
    },
  ]
}
