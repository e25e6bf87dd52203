import type { DemoConsole } from './console.ts'

const dayMs = 86_400_000
const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** The MSP reports on its customer: last month's report is issued, last week's waits as a draft, and schedules make the next. */
export async function reportService(inside: DemoConsole): Promise<void> {
  const { total } = await inside.call('POST /api/v1/report/lists', { pageSize: 1 })
  if (total > 0) return
  // Days of China, where the customer is.
  const today = new Date(Date.now() + 8 * 3_600_000)
  const monday = new Date(today.getTime() - (((today.getUTCDay() + 6) % 7) + 7) * dayMs)
  const month = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1))
  const { id: reportId } = await inside.call('POST /api/v1/report', {
    period: 'monthly',
    from: dayOf(month),
    language: 'zh',
  })
  const recipients = ['boss@yuelai.example']
  await inside.call('PUT /api/v1/report/:reportId', {
    reportId,
    version: 1,
    done: '完成上海、杭州两地网点主用线路扩容\n更换故障交换机 1 台，固件统一升级',
    asked: '请确认宁波天一店装修停业日期\n建议为杭州西湖店配置 UPS',
    recipients,
  })
  await inside.call('POST /api/v1/report/:reportId/comment', { reportId, text: '数据已核对，可以发布。' })
  await inside.call('POST /api/v1/report/:reportId/issue', { reportId, version: 2 })
  await inside.call('POST /api/v1/report', { period: 'weekly', from: dayOf(monday), language: 'zh' })
  for (const period of ['weekly', 'monthly'] as const)
    await inside.call('POST /api/v1/report/schedule', { period, language: 'zh', review: true, recipients })
}
