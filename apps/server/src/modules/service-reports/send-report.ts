import type { RequestContext } from '../../platform/http/context.ts'
import { serviceReportRepo } from './service-report.repo.ts'

/**
 * In the transaction that issues it: groups and the bell are notified by the rules of companies, and a job mails the recipients.
 */
export async function sendReport(
  inside: Pick<RequestContext, 'db' | 'scope'>,
  reportId: string,
  recipients: readonly string[],
): Promise<void> {
  await serviceReportRepo.noteIssued(inside, reportId)
  if (recipients.length > 0) await serviceReportRepo.queueMails(inside, reportId)
}
