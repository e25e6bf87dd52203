import type { Sweep } from '../../platform/jobs/job.ts'
import { type MessageDeps, notifyAdministrators } from '../messages/index.ts'
import { channelNoticeRepo } from './channel-notice.repo.ts'

const atOnce = 500

/** `integration.notices`: tells administrators of channels that fail, and of secrets and certificates that are about to end. */
export function integrationSweeps(deps: MessageDeps): Sweep[] {
  return [
    {
      name: 'integration.notices',
      everySeconds: 300,
      async run({ scopes, signal }) {
        for (const companyId of await channelNoticeRepo.companies(scopes, atOnce)) {
          if (signal.aborted) return
          // Sent and recorded in one transaction: exactly once.
          await scopes.withCompany(companyId, async ({ db }) => {
            for (const { what, name, reason, until } of await channelNoticeRepo.take(db))
              await notifyAdministrators(
                deps,
                db,
                companyId,
                what === 'failing'
                  ? { kind: 'channel_failing', params: { name, reason } }
                  : { kind: 'channel_secret_ending', params: { name, until } },
              )
          })
        }
      },
    },
  ]
}
