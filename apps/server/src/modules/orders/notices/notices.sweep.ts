import { phrase } from '@netward/phrases/server'
import type { Sweep } from '../../../platform/jobs/job.ts'
import { type Message, type MessageDeps, sealMessage } from '../../messages/index.ts'
import { noticeRepo, type NoticeRow } from './notice.repo.ts'

const batch = 200

/** Mails about what happened to orders. Each is queued in the transaction that ends its notice: once, whatever fails. */
export const orderNoticeSweep = (deps: MessageDeps): Sweep => ({
  name: 'work_order.notices',
  everySeconds: 10,
  async run({ scopes, signal }) {
    for (let more = true; more && !signal.aborted;) {
      const due = await noticeRepo.due(scopes, batch)
      if (due.length > 0)
        await noticeRepo.send(
          scopes,
          due.map((row) => ({
            eventId: row.eventId,
            personId: row.personId,
            message: row.email === null ? null : sealMessage(deps, messageOf(row, row.email)),
          })),
        )
      more = due.length === batch
    }
  },
})

function messageOf({ language, timeZone, clock, percent, due, ...row }: NoticeRow, email: string): Message {
  return {
    to: { email },
    language,
    kind: 'order_notice',
    params: {
      notice: row.notice,
      orderId: row.orderId,
      number: row.number,
      title: row.title,
      companyName: row.companyName,
      actorName: row.actorName,
      note: row.note === '' ? '—' : row.note,
      clock: clock === null ? '' : phrase(language, `orders.clocks.${clock}`),
      percent: String(percent ?? ''),
      due: due === null ? '—' : momentIn(timeZone, due),
    },
  }
}

const momentIn = (timeZone: string, at: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(at))
