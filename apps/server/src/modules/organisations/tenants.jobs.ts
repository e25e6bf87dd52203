import { createHmac } from 'node:crypto'
import { phrase } from '@netward/phrases/server'
import type { Scopes } from '../../platform/db/scope.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { JobHandler, Sweep } from '../../platform/jobs/job.ts'
import { type MessageDeps, tellAdministrators, type TenantNotice } from '../messages/index.ts'
import { tenantDeletionRepo } from './tenant-deletion.repo.ts'

const warnedAtOnce = 200
const rowsAtOnce = 2000
const rowsOfPart = 200_000
const removedAtOnce = 5000

/** A date as the company's people write it, in its time zone. */
function dateIn(company: { language: 'zh' | 'en'; time_zone: string }, until: unknown): string {
  if (typeof until !== 'string') return phrase(company.language, 'messages.tenant_notice.noEnd')
  return new Intl.DateTimeFormat(company.language === 'zh' ? 'zh-CN' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: company.time_zone,
  }).format(new Date(until))
}

/** A value as a cell: lists and objects as JSON. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

async function exportedPart(
  scopes: Scopes,
  companyId: string,
  part: string,
): Promise<{ rows: number; content: Buffer }> {
  const lines: string[] = []
  let heading: string[] = []
  let after = '0'
  for (;;) {
    const rows = await tenantDeletionRepo.exportRows(scopes, companyId, part, after, rowsAtOnce)
    if (heading.length === 0 && rows[0] !== undefined) heading = Object.keys(rows[0].content)
    for (const { content } of rows) lines.push(csvLine(heading.map((key) => cellOf(content[key]))))
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsAtOnce || lines.length >= rowsOfPart) break
    after = last.id
  }
  const text = csvLine(heading.length === 0 ? ['id'] : heading) + lines.join('')
  return { rows: lines.length, content: Buffer.from(text, 'utf8') }
}

/**
 * `company.notice` {companyId, notice, reason, until}: mails to those who administer a company.
 * `company.export` {companyId}: what a tenant's data are, part by part, before it is deleted. A part that is there stays.
 */
export function tenantJobs(deps: MessageDeps): Record<string, JobHandler> {
  return {
    'company.notice': async ({ companyId, notice, reason, until }, { scopes }) => {
      const company = await tenantDeletionRepo.noticeFacts(scopes, companyId)
      if (company === undefined) return
      await tellAdministrators(deps, scopes, companyId, {
        kind: 'tenant_notice',
        params: {
          notice: notice as TenantNotice,
          companyName: company.name,
          reason: typeof reason === 'string' ? reason : '',
          until: dateIn(company, until),
        },
      })
    },
    'company.export': async ({ companyId }, { scopes, signal }) => {
      const { missing, total } = await tenantDeletionRepo.missingParts(scopes, companyId)
      let done = total - missing.length
      try {
        for (const part of missing) {
          if (signal.aborted) throw new Error('stopped')
          if (!(await tenantDeletionRepo.noteExport(scopes, companyId, 'running', done, total))) return
          const { rows, content } = await exportedPart(scopes, companyId, part)
          // Nobody can guess the name, and no other part has it.
          const name = createHmac('sha256', deps.secrets.derive('file names'))
            .update(`export:${companyId}:${part}:${Date.now()}`)
            .digest('hex')
          await tenantDeletionRepo.keepPart(scopes, companyId, {
            part,
            rows,
            name: `${name.slice(0, 32)}.csv`,
            content,
          })
          done += 1
        }
        await tenantDeletionRepo.noteExport(scopes, companyId, 'done', done, total)
      } catch (error) {
        if (!signal.aborted) await tenantDeletionRepo.noteExport(scopes, companyId, 'failed', done, total)
        throw error
      }
    },
  }
}

/** By the clock: warnings before an end, and companies whose countdown is over. */
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
            left = await tenantDeletionRepo.removePortion(scopes, companyId, removedAtOnce)
          if (!left) log.info({ companyId }, 'a company was deleted')
        }
      },
    },
  ]
}
