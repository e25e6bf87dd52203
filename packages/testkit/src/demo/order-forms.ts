import type { EndpointInput } from '@netward/contract'
import type { DemoConsole } from './console.ts'

/** Custom fields, templates with check-lists, and a plan that inspects every site each quarter. */
export async function orderForms(inside: DemoConsole): Promise<void> {
  if ((await inside.call('GET /api/v1/work/field', {})).length > 0) return
  const made: string[] = []
  for (const field of fields) made.push((await inside.call('POST /api/v1/work/field', field)).id)
  const [cabinet = ''] = made
  const templates: string[] = []
  for (const template of templatesOf(cabinet))
    templates.push((await inside.call('POST /api/v1/work/template', template)).id)
  for (const plan of plansOf(templates)) await inside.call('POST /api/v1/work/plan', plan)
}

const fields: readonly EndpointInput<'POST /api/v1/work/field'>[] = [
  { type: 'inspection', kind: 'number', labelZh: '机柜温度（℃）', labelEn: 'Cabinet temperature (°C)' },
  {
    type: 'inspection',
    kind: 'choice',
    labelZh: '机柜清洁度',
    labelEn: 'Cabinet cleanliness',
    options: [
      { labelZh: '良好', labelEn: 'Good' },
      { labelZh: '有积尘', labelEn: 'Dusty' },
      { labelZh: '需整改', labelEn: 'To be improved' },
    ],
  },
  { type: 'installation', kind: 'text', labelZh: '点位编号', labelEn: 'Outlet number' },
  { type: 'fault', kind: 'yes_no', labelZh: '影响收银', labelEn: 'Checkout affected' },
]

const templatesOf = (cabinet: string): readonly EndpointInput<'POST /api/v1/work/template'>[] => [
  {
    name: '门店季度巡检',
    type: 'inspection',
    title: '季度巡检',
    description: '检查网关、交换机、无线和线路，清洁机柜。',
    checklist: [
      { text: '网关、交换机指示灯正常' },
      { text: '主备线路切换测试' },
      { text: '机柜清洁，线缆标签完整' },
      { text: '拍摄机柜照片', required: false },
    ],
    custom: { [cabinet]: '25' },
    tags: ['巡检'],
    assign: 'pool',
  },
  {
    name: '新增网络点位',
    type: 'installation',
    category: 'cabling',
    title: '新增网络点位',
    checklist: [{ text: '链路测试通过' }, { text: '点位贴标签' }],
    tags: [],
  },
  {
    name: '收银断网',
    type: 'fault',
    category: 'internet_line',
    impact: 'high',
    urgency: 'high',
    title: '收银断网',
    description: '先确认是否已切换到备份线路。',
    checklist: [{ text: '恢复后完成一笔测试交易' }],
    tags: [],
  },
]

const plansOf = ([
  inspection = '',
]: readonly string[]): readonly EndpointInput<'POST /api/v1/work/plan'>[] => [
  {
    name: '全部门店季度巡检',
    templateId: inspection,
    scope: { kind: 'all' },
    rule: 'FREQ=MONTHLY;INTERVAL=3',
    startsOn: new Date(Date.now() + 12 * 86_400_000).toISOString().slice(0, 10),
  },
]
