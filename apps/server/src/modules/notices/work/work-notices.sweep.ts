import { phrase } from '@netward/phrases/server'
import type { Sweep } from '../../../platform/jobs/job.ts'
import { replyAddress } from '../../integrations/index.ts'
import { type Message, type MessageDeps, sealMessage } from '../../messages/index.ts'
import { sendingRepo } from '../sending.repo.ts'
import { type NoticeRow, workNoticeRepo } from './work-notice.repo.ts'

const batch = 200

/**
 * Mails about what happened to orders, approvals and rotas. Each is queued in the transaction that ends its notice: once, whatever
 * fails.
 */
export const workNoticeSweep = (deps: MessageDeps): Sweep => ({
  name: 'notice.work',
  everySeconds: 10,
  async run({ scopes, signal }) {
    // Who is notified otherwise is known once the events are collected.
    while (!signal.aborted && (await sendingRepo.collectWork(scopes, batch)) >= batch);
    for (let more = true; more && !signal.aborted;) {
      const due = await workNoticeRepo.due(scopes, batch)
      if (due.length > 0)
        await workNoticeRepo.send(
          scopes,
          due.map((row) => ({
            id: row.id,
            message: row.email === null ? null : sealMessage(deps, messageOf(deps, row, row.email)),
          })),
        )
      more = due.length === batch
    }
  },
})

function messageOf({ secrets }: MessageDeps, row: NoticeRow, email: string): Message {
  const { language, timeZone, clock, percent, due, title, companyName, actorName, subjectId } = row
  const about = { title, companyName, actorName, note: row.note === '' ? '—' : row.note }
  const to = { email }
  if (row.kind === 'approval')
    return {
      to,
      language,
      kind: 'approval_notice',
      params: { ...about, notice: row.notice, approvalId: subjectId },
    }
  if (row.kind === 'rota')
    return {
      to,
      language,
      kind: 'rota_notice',
      params: { ...about, notice: row.notice, rotaId: subjectId },
    }
  if (row.kind === 'part')
    return {
      to,
      language,
      kind: 'part_notice',
      params: { title, companyName, note: row.note, notice: row.notice, warehouseId: subjectId },
    }
  if (row.kind === 'assignment')
    return {
      to,
      language,
      kind: 'assignment_notice',
      params: { ...about, notice: row.notice, number: row.number, assignmentId: subjectId },
    }
  if (row.kind === 'engineer')
    return {
      to,
      language,
      kind: 'engineer_notice',
      params: { title, companyName, note: row.note, notice: row.notice, personId: subjectId },
    }
  return {
    to,
    ...(row.inbox !== null && { replyTo: replyAddress(secrets, row.inbox, subjectId) }),
    language,
    kind: 'order_notice',
    params: {
      ...about,
      notice: row.notice,
      orderId: subjectId,
      number: row.number,
      clock: clock === null ? '' : phrase(language, `orders.clocks.${clock}`),
      percent: String(percent ?? ''),
      due: due === null ? '—' : momentIn(timeZone, due),
    },
  }
}

const momentIn = (timeZone: string, at: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(at))
