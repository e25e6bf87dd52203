import { resultOf } from '@netward/contract/audit-values'
import type { PhraseKey } from '@netward/phrases/server'
import type { CallContext } from '../../platform/http/context.ts'
import type { AuditRow } from './audit.repo.ts'

type Column = readonly [heading: string, cell: (entry: AuditRow) => string | null]

/** What exports show of an entry, in words. */
export function auditColumns(
  ctx: Pick<CallContext, 'phrase'>,
  time: (at: string) => string = (at) => at,
): Column[] {
  const phrase = (key: PhraseKey) => ctx.phrase(key)
  /** Without a phrase, the name itself is shown. */
  const worded = (area: string, value: string) => {
    const key = `audit.${area}.${value}`
    const text = ctx.phrase(key as PhraseKey)
    return text === key ? value : text
  }
  const actor = (entry: AuditRow) => entry.actor_name ?? phrase('audit.system')
  const acting = (entry: AuditRow) =>
    entry.acting_company_name === null
      ? null
      : ctx.phrase(entry.from_outside ? 'audit.actedHere' : 'audit.actedThere', {
          company: entry.acting_company_name,
        })
  const part = (entry: AuditRow, name: string) =>
    entry.detail[name] === undefined ? null : JSON.stringify(entry.detail[name])
  return [
    [phrase('audit.at'), (entry) => time(entry.at)],
    [phrase('audit.company'), (entry) => entry.company_name],
    [
      phrase('audit.who'),
      (entry) => [actor(entry), acting(entry)].filter((name) => name !== null).join(' · '),
    ],
    [phrase('audit.account'), (entry) => entry.actor_account],
    [phrase('audit.accountId'), (entry) => entry.person_id],
    [phrase('audit.action'), (entry) => worded('actions', entry.action)],
    [
      phrase('audit.kind'),
      (entry) => (entry.subject_kind === null ? null : worded('kinds', entry.subject_kind)),
    ],
    [phrase('audit.object'), (entry) => entry.subject_name],
    [phrase('audit.subjectId'), (entry) => entry.subject_id],
    [phrase('audit.address'), (entry) => entry.address],
    [phrase('audit.result'), (entry) => phrase(`audit.results.${resultOf(entry.action)}`)],
    [phrase('audit.before'), (entry) => part(entry, 'before')],
    [phrase('audit.after'), (entry) => part(entry, 'after')],
    [
      phrase('audit.detail'),
      ({ detail: { before: _before, after: _after, ...rest } }) =>
        Object.keys(rest).length === 0 ? null : JSON.stringify(rest),
    ],
    [phrase('audit.requestId'), (entry) => entry.request_id],
  ]
}
