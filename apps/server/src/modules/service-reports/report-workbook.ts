import { wordsOf } from '../line-reports/index.ts'
import { type Sheet, workbook } from '../../platform/http/workbook.ts'
import type { StoredReport } from './service-report.repo.ts'

/** A sheet each for outages, alarms and work orders: the rows behind the figures. */
export async function reportWorkbook({
  figures: { outages, alarms, orders },
  language,
  timeZone,
}: StoredReport): Promise<AsyncIterable<Uint8Array>> {
  const { t, time } = wordsOf(language, timeZone)
  const at = (moment: string | null) => (moment === null ? '' : time(Date.parse(moment)))
  const head = (...keys: Parameters<typeof t>[0][]) => keys.map((key) => t(key))
  const sheets: Sheet[] = [
    sheet(t('serviceReports.paper.outageList'), [
      head(
        'serviceReports.paper.outlet',
        'serviceReports.paper.line',
        'serviceReports.paper.began',
        'serviceReports.paper.ended',
        'serviceReports.paper.downMinutes',
        'serviceReports.paper.cause',
        'serviceReports.paper.responsibility',
      ),
      ...outages.map((row) => [
        row.outlet,
        row.line,
        at(row.beganAt),
        at(row.endedAt),
        String(row.minutes),
        t(`lines.causes.${row.cause as 'isp'}`),
        t(`lines.responsibilities.${row.responsibility as 'isp'}`),
      ]),
    ]),
    sheet(t('serviceReports.paper.alarmList'), [
      head(
        'serviceReports.paper.outlet',
        'serviceReports.paper.subject',
        'serviceReports.paper.alarm',
        'alarms.severity',
        'serviceReports.paper.raised',
        'serviceReports.paper.acknowledged',
        'serviceReports.paper.cleared',
      ),
      ...alarms.map((row) => [
        row.outlet,
        row.subject,
        row.ruleName ?? t(`alarms.rules.names.${row.rule as 'gateway_offline'}`),
        t(`alarms.severities.${row.severity as 'major'}`),
        at(row.raisedAt),
        at(row.acknowledgedAt),
        at(row.clearedAt),
      ]),
    ]),
    sheet(t('serviceReports.paper.orderList'), [
      head(
        'serviceReports.paper.number',
        'serviceReports.paper.title',
        'serviceReports.paper.type',
        'serviceReports.paper.priority',
        'serviceReports.paper.state',
        'serviceReports.paper.outlet',
        'serviceReports.paper.createdAt',
        'serviceReports.paper.resolvedAt',
        'serviceReports.paper.due',
        'serviceReports.paper.headline.rating',
      ),
      ...orders.map((row) => [
        row.number,
        row.title,
        t(`orders.types.${row.type as 'fault'}`),
        `P${row.priority}`,
        t(`orders.states.${row.state as 'new'}`),
        row.outlet,
        at(row.createdAt),
        at(row.resolvedAt),
        at(row.resolveDue),
        row.score === null ? '' : String(row.score),
      ]),
    ]),
  ]
  return (await workbook(sheets)).content
}

const sheet = (name: string, rows: string[][]): Sheet => ({ name, batches: once(rows) })

async function* once<T>(batch: T): AsyncGenerator<T> {
  yield batch
}
