import type { InputOf, OutputOf, serviceReportApi } from '@netward/contract'
import { serviceReportLimits } from '@netward/contract/service-report-values'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { namingConstraint } from '../../platform/http/wrong-field.ts'
import { nextBoundary } from './periods.ts'
import { scheduleRepo, type ScheduleRow } from './schedule.repo.ts'
import { serviceReportRepo } from './service-report.repo.ts'

const taken = { report_schedule_period: ['report_schedule.exists', 'period'] } as const

export async function pageReportSchedules(
  ctx: RequestContext,
  query: InputOf<typeof serviceReportApi.pageReportSchedules>,
): Promise<OutputOf<typeof serviceReportApi.pageReportSchedules>> {
  const { items, total } = await scheduleRepo.page(ctx, query)
  return { items, ...capped(total) }
}

/** The first report is on the period that runs now. */
export function addReportSchedule(
  ctx: SeveralTransactions,
  { companyId, ...given }: InputOf<typeof serviceReportApi.addReportSchedule>,
): Promise<{ id: string }> {
  return ctx.inTransaction(companyId ?? null, async (inside) => {
    if ((await scheduleRepo.count(inside)) >= serviceReportLimits.schedules)
      throw new AppError('report_schedule.too_many')
    const { today } = await serviceReportRepo.company(inside)
    const maker = { id: inside.scope.homeCompanyId, name: await serviceReportRepo.homeName(inside) }
    const id = await namingConstraint(inside, taken, () =>
      scheduleRepo.insert(inside, maker, given, nextBoundary(given.period, today)),
    )
    await noted(inside, 'report_schedule.added', id, { after: given })
    return { id }
  })
}

export function editReportSchedule(
  ctx: SeveralTransactions,
  { scheduleId, ...given }: InputOf<typeof serviceReportApi.editReportSchedule>,
): Promise<null> {
  return onSchedule(ctx, scheduleId, async (inside, { language, review, recipients }) => {
    await scheduleRepo.update(inside, scheduleId, given)
    const before = { language, review, recipients }
    await noted(inside, 'report_schedule.edited', scheduleId, { before, after: given })
  })
}

export function deleteReportSchedule(
  ctx: SeveralTransactions,
  { scheduleId }: InputOf<typeof serviceReportApi.deleteReportSchedule>,
): Promise<null> {
  return onSchedule(ctx, scheduleId, async (inside, { period, recipients }) => {
    await scheduleRepo.delete(inside, scheduleId)
    await noted(inside, 'report_schedule.deleted', scheduleId, { before: { period, recipients } })
  })
}

function onSchedule(
  ctx: SeveralTransactions,
  scheduleId: string,
  act: (inside: RequestContext, schedule: ScheduleRow) => Promise<void>,
): Promise<null> {
  const owner = (outside: RequestContext) => scheduleRepo.findCompany(outside, scheduleId)
  return inSubjectCompany(ctx, { owner, missing: 'report_schedule.not_found' }, async (inside) => {
    const schedule = await scheduleRepo.find(inside, scheduleId)
    if (schedule === undefined) throw new AppError('report_schedule.not_found')
    await act(inside, schedule)
    return null
  })
}

type Act = 'report_schedule.added' | 'report_schedule.edited' | 'report_schedule.deleted'

const noted = (
  ctx: RequestContext,
  action: Act,
  id: string,
  detail: Record<string, unknown>,
): Promise<void> => ctx.audit({ action, subjectKind: 'report_schedule', subjectId: id, detail })
