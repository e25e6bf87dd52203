import { phrase } from '@netward/phrases/server'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Sweep } from '../../platform/jobs/job.ts'
import { nobodyIn } from '../orders/index.ts'
import { contentOf } from './content.ts'
import { figuresRepo } from './figures.repo.ts'
import { nextBoundary, periodBefore, periodFrom } from './periods.ts'
import { type DueSchedule, scheduleRepo } from './schedule.repo.ts'
import { sendReport } from './send-report.ts'
import { type NewReport, serviceReportRepo } from './service-report.repo.ts'

export const reportSweeps = (): readonly Sweep[] => [
  {
    name: 'service_report.make',
    everySeconds: 300,
    async run({ scopes, signal }) {
      for (const schedule of await scheduleRepo.due(scopes))
        if (!signal.aborted) await makeScheduled(scopes, schedule)
    },
  },
  {
    name: 'service_report.old',
    everySeconds: 86_400,
    run: ({ scopes }) => serviceReportRepo.forgetOld(scopes),
  },
]

/**
 * Makes the report of the period that has ended, and moves the schedule on, in one transaction. After a long stop only the last
 * period is made up for. A report that somebody made by hand meanwhile is left as it is.
 */
export function makeScheduled(scopes: Scopes, { companyId, scheduleId }: DueSchedule): Promise<void> {
  return scopes.withCompany(companyId, async ({ db }) => {
    const inside = { db, scope: nobodyIn(companyId) }
    const schedule = await scheduleRepo.lock(inside, scheduleId)
    if (schedule === undefined) return
    const { period, language, review, recipients, makerId, makerName, editedBy } = schedule
    const { name, timeZone, today } = await serviceReportRepo.company(inside)
    const { from } = periodBefore(period, beginOf(period, today))
    const days = periodFrom(period, from)
    const before = periodBefore(period, from)
    const report: NewReport = {
      maker: { id: makerId, name: makerName },
      period,
      ...days,
      timeZone,
      language,
      title: phrase(language, `serviceReports.paper.titles.${period}`, { company: name }),
      authorName: editedBy,
      recipients,
      figures: await figuresRepo.read(inside, days, before, timeZone),
    }
    if (review) await serviceReportRepo.insert(inside, report)
    else {
      const asOf = new Date().toISOString()
      const about = { ...report, companyName: name, makerName, asOf, done: '', asked: '' }
      const blocks = contentOf(about, report.figures)
      const id = await serviceReportRepo.insertIssued(inside, report, blocks)
      if (id !== undefined) await sendReport(inside, id, recipients)
    }
    await scheduleRepo.proceed(inside, scheduleId, nextBoundary(period, today))
  })
}

/** The first day of the period that contains `day`. */
const beginOf = (period: NewReport['period'], day: string): string =>
  periodBefore(period, nextBoundary(period, day)).from
