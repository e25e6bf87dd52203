import type { DemoConsole } from './console.ts'

interface SharingPeople {
  readonly msp: DemoConsole
  readonly engineer: DemoConsole
  readonly user: DemoConsole
}

/** The MSP shares its engineers and a warehouse with a company that is not its customer, which dispatches an order and reserves a part. */
export async function shareByKeys({ msp, engineer: itself, user }: SharingPeople): Promise<void> {
  const { total } = await msp.call('POST /api/v1/work/sharing/issued/lists', { pageSize: 1 })
  if (total > 0) return
  const [engineer] = await msp.call('GET /api/v1/work/order/assignees', { search: '陈志远' })
  if (engineer === undefined) return
  await msp.call('PUT /api/v1/work/dispatch/engineer/:personId', {
    personId: engineer.personId,
    skills: ['wireless', 'switching', 'gateway'],
    regions: ['华东'],
    hours: '7x12',
  })
  const [warehouse] = await msp.call('GET /api/v1/work/part/warehouse/choices', {})
  if (warehouse === undefined) return
  const terms = { mode: 'use', companyCode: 'yunfan', days: 180 } as const
  const people = await msp.call('POST /api/v1/work/sharing/issued', {
    ...terms,
    name: '云帆物流华东现场支持',
    kind: 'engineers',
    fields: ['name', 'skills', 'regions', 'load'],
    onEnd: 'finish',
  })
  const parts = await msp.call('POST /api/v1/work/sharing/issued', {
    ...terms,
    name: '云帆物流备件支援',
    kind: 'parts',
    warehouseId: warehouse.id,
    fields: ['model', 'quantity', 'warehouse'],
    onEnd: 'stop',
    mostUses: 20,
  })
  for (const { secret } of [people, parts]) await user.call('POST /api/v1/work/sharing/redeemed', { secret })
  await use(itself, user)
}

/** The engineer has accepted the order, and a piece is kept for it. */
async function use(itself: DemoConsole, user: DemoConsole): Promise<void> {
  const { items: outlets } = await user.call('POST /api/v1/outlet/lists', { pageSize: 1 })
  const { id: orderId } = await user.call('POST /api/v1/work/order', {
    title: '分拣区无线频繁掉线',
    category: 'wireless',
    impact: 'high',
    urgency: 'medium',
    description: '3 号分拣线手持终端每小时掉线数次，疑似无线AP故障。',
    contactName: '李主管',
    contactPhone: '13800138020',
    ...(outlets[0] !== undefined && { outletId: outlets[0].id }),
  })
  const [engineer] = await user.call('GET /api/v1/work/order/:orderId/shared/engineer', { orderId })
  if (engineer !== undefined) {
    const { version } = await user.call('GET /api/v1/work/order/:orderId', { orderId })
    await user.call('POST /api/v1/work/order/:orderId/shared/engineer', {
      orderId,
      version,
      redemptionId: engineer.redemptionId,
      ref: engineer.ref,
      note: '请携带备用无线AP。',
    })
  }
  const { items: stock } = await user.call('POST /api/v1/work/sharing/stock/lists', {
    search: 'WA6320',
    usable: 'yes',
  })
  if (stock[0] !== undefined)
    await user.call('POST /api/v1/work/order/:orderId/shared/part', {
      orderId,
      redemptionId: stock[0].redemptionId,
      ref: stock[0].ref,
      quantity: 1,
    })
  const { items } = await itself.call('POST /api/v1/work/sharing/assignment/lists', { whose: 'mine' })
  if (items[0] !== undefined)
    await itself.call('POST /api/v1/work/sharing/assignment/:assignmentId/move', {
      assignmentId: items[0].id,
      move: 'accept',
    })
}
