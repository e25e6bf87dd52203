import { phrase } from '@netward/phrases/server'
import type { JobHandler, Sweep } from '../../platform/jobs/job.ts'
import {
  openChannel,
  type OutgoingMessage,
  SendFailure,
  sendThrough,
  usualSmsUrls,
} from '../integrations/index.ts'
import { type BegunTest, dutyTestRepo } from './duty-test.repo.ts'
import type { NoticeDeps } from './notices.jobs.ts'

const timeoutMilliseconds = 20_000
const batch = 500

export const dutyTestSweep: Sweep = {
  name: 'notice.dutyTests',
  everySeconds: 600,
  async run({ scopes, signal }) {
    while (!signal.aborted && (await dutyTestRepo.plan(scopes, batch)) === batch);
    while (!signal.aborted && (await dutyTestRepo.queue(scopes, batch)) === batch);
  },
}

/** `duty.test` {testId}: the monthly test of one person by one channel. Once it was sent, or failed for good, it does nothing. */
export function dutyTestJob(deps: NoticeDeps): JobHandler {
  return async ({ testId }, { scopes, signal }) => {
    const id = String(testId)
    const test = await dutyTestRepo.begin(scopes, id)
    if (test === undefined) return
    const { company_id, company_code, is_platform, email, phone, subject } = test
    try {
      await sendThrough(
        openChannel(deps.secrets, company_id, test),
        messageOf(id, test, deps.publicUrl),
        {
          ...(email !== null && { email }),
          ...(phone !== null && { phone }),
          ...(subject !== null && { subject }),
        },
        {
          caller: { companyCode: company_code, isPlatform: is_platform, ranges: deps.outgoingRanges },
          timeoutMilliseconds,
          signal,
          now: () => new Date(),
          smsUrls: deps.smsUrls ?? usualSmsUrls,
          platformMail: deps.platformMail ?? null,
        },
      )
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error
      // That it cannot be sent now is what the test is to find out.
      return dutyTestRepo.done(scopes, id, { reason: error.reason, detail: error.detail })
    }
    return dutyTestRepo.done(scopes, id, null)
  }
}

function messageOf(id: string, test: BegunTest, publicUrl: string): OutgoingMessage {
  const { language, prefix, rota_id, rota_name, company_name, time_zone } = test
  const text = (key: string) => phrase(language, `notices.dutyTest.${key}`, { rota: rota_name })
  const base = `${publicUrl}/${prefix === '' ? '' : `${encodeURIComponent(prefix)}/`}#`
  return {
    id: `duty-test-${id}`,
    language,
    subject: text('subject'),
    lines: [text('body')],
    link: `${base}/operationsMonitoring/onCall/${rota_id}?tab=tests`,
    cutText: text('open'),
    sms: {
      severity: phrase(language, 'alarms.severities.warning'),
      device: rota_name,
      rule: text('rule'),
      outlet: company_name,
      count: '1',
      time: new Intl.DateTimeFormat('en-GB', {
        timeZone: time_zone,
        hour: '2-digit',
        minute: '2-digit',
      }).format(new Date()),
    },
    event: { type: 'duty.test', data: {} },
  }
}
