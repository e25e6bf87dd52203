import type { ReportBlock } from '@netward/contract/report-blocks'
import type { RequestContext } from '../../platform/http/context.ts'
import { type MessageDeps, sendMessages } from '../messages/index.ts'
import type { StoredReport } from './service-report.repo.ts'

type Sent = Pick<StoredReport, 'title' | 'makerName' | 'from' | 'to' | 'language' | 'recipients'> & {
  readonly id: string
}

/** By mail, in the language of the report: its figures as text, for people without an account too, and where to open it. */
export async function sendReport(
  deps: MessageDeps,
  { db }: Pick<RequestContext, 'db'>,
  { id, title, makerName, from, to, language, recipients }: Sent,
  blocks: readonly ReportBlock[],
): Promise<void> {
  const [availability = '', outages = '', alarms = '', inTime = '', rating = ''] = headlineOf(blocks)
  await sendMessages(
    deps,
    db,
    recipients.map((email) => ({
      to: { email },
      language,
      kind: 'service_report' as const,
      params: {
        reportId: id,
        title,
        makerName,
        from,
        to,
        availability,
        outages,
        alarms,
        inTime,
        rating,
      },
    })),
  )
}

/** The figures of the first page, in their order. */
const headlineOf = (blocks: readonly ReportBlock[]): string[] =>
  blocks.flatMap((block) =>
    block.kind === 'figures'
      ? block.figures.map(
          ({ label, value, change }) => `${label} ${value}${change === '' ? '' : ` (${change})`}`,
        )
      : [],
  )
