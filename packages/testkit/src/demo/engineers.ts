import type { DemoConsole } from './console.ts'
import type { FieldPeople } from './field-work.ts'

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10)

/** Engineers of a customer: what they can do, certificates of which one ends soon, and one of a partner who works on an order. */
export async function engineers({ administrator, engineer }: FieldPeople): Promise<void> {
  const { total } = await administrator.call('POST /api/v1/work/dispatch/engineer/lists', { pageSize: 1 })
  if (total > 0) return
  const personId = (await engineer.call('GET /api/v1/auth/user/simple/info', {})).userCode
  await administrator.call('PUT /api/v1/work/dispatch/engineer/:personId', {
    personId,
    skills: ['wireless', 'switching', 'power', 'cabling'],
    hours: '7x12',
    awayFrom: inDays(12),
    awayUntil: inDays(16),
  })
  for (const certificate of certificates)
    await engineer.call('POST /api/v1/work/engineer/:personId/certificate', { personId, ...certificate })
  const { id: externalId } = await administrator.call('POST /api/v1/work/external-engineer', {
    name: '周强',
    partner: '浦江弱电工程',
    phone: '13900139018',
    skills: ['cabling', 'power'],
    note: '综合布线和机房电源，按次结算。',
  })
  await assigned(administrator, externalId)
}

const certificates = [
  {
    name: '低压电工作业证',
    number: 'T310101199001011234',
    issuer: '上海市应急管理局',
    categories: ['power' as const],
    validFrom: inDays(-1070),
    validUntil: inDays(25),
  },
  {
    name: 'HCIP-Datacom',
    number: '010901000088',
    issuer: '华为',
    validFrom: inDays(-300),
    validUntil: inDays(795),
  },
]

async function assigned(administrator: DemoConsole, externalId: string): Promise<void> {
  const { items } = await administrator.call('POST /api/v1/work/order/lists', {
    search: '会议室网口',
    pageSize: 1,
  })
  const [order] = items
  if (order === undefined) return
  await administrator.call('PUT /api/v1/work/order/:orderId/external', { orderId: order.id, externalId })
}
