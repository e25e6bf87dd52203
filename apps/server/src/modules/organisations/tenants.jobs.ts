import { phrase } from '@netward/phrases/server'
import type { JobHandler, Sweep } from '../../platform/jobs/job.ts'
import { type MessageDeps, sendMessage, notifyAdministrators, type TenantNotice } from '../messages/index.ts'
import { tenantDeletionRepo } from './tenant-deletion.repo.ts'
import { tenantExportJobs } from './tenant-export.jobs.ts'

const warnedAtOnce = 200
const removeBatch = 5000

/** A date in the company's format and time zone. */
function dateIn(company: { language: 'zh' | 'en'; time_zone: string }, until: unknown): string {
  if (typeof until !== 'string') return phrase(company.language, 'messages.tenant_notice.noEnd')
  return new Intl.DateTimeFormat(company.language === 'zh' ? 'zh-CN' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: company.time_zone,
  }).format(new Date(until))
}

/**
 * `company.notice` {companyId, notice, reason, until}: mails a company's administrators.
 * `account.freed` {personId, companyName, signInName}: notifies people how to sign in after the company that
 * created their account is gone.
 */
export function tenantJobs(deps: MessageDeps): Record<string, JobHandler> {
  return {
    'company.notice': async ({ companyId, notice, reason, until }, { scopes }) => {
      const company = await tenantDeletionRepo.noticeFacts(scopes, companyId)
      if (company === undefined) return
      await notifyAdministrators(deps, scopes, companyId, {
        kind: 'tenant_notice',
        params: {
          notice: notice as TenantNotice,
          companyName: company.name,
          reason: typeof reason === 'string' ? reason : '',
          until: dateIn(company, until),
        },
      })
    },
    'account.freed': async ({ personId, companyName, signInName }, { scopes }) => {
      const account = await tenantDeletionRepo.freedAccount(scopes, String(personId))
      if (account === undefined) return
      const { phone, email, language } = account
      const content = {
        kind: 'account_freed',
        params: { companyName: String(companyName), signInName: String(signInName) },
      } as const
      if (email !== null) await sendMessage(deps, scopes, { ...content, to: { email }, language })
      if (phone !== null) await sendMessage(deps, scopes, { ...content, to: { phone }, language })
    },
    ...tenantExportJobs(deps),
  }
}

/** Scheduled work: expiry warnings, and companies whose countdown has ended. */
export function tenantSweeps(): Sweep[] {
  return [
    {
      name: 'company.warn',
      everySeconds: 600,
      run: async ({ scopes, signal }) => {
        while (!signal.aborted) {
          if ((await tenantDeletionRepo.warnOfEnds(scopes, warnedAtOnce)) < warnedAtOnce) return
        }
      },
    },
    {
      name: 'company.delete',
      everySeconds: 300,
      run: async ({ scopes, signal, log }) => {
        for (const companyId of await tenantDeletionRepo.due(scopes)) {
          let left = true
          while (left && !signal.aborted)
            left = await tenantDeletionRepo.removePortion(scopes, companyId, removeBatch)
          if (!left) log.info({ companyId }, 'a company was deleted')
        }
      },
    },
  ]
}
