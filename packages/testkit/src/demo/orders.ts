import type { EndpointInput } from '@netward/contract'
import type { DemoConsole } from './console.ts'

type Order = EndpointInput<'POST /api/v1/work/order'>
type Move = EndpointInput<'POST /api/v1/work/order/:orderId/move'>['move']

/** An agreement with the customer, and orders in every state on some of its sites. */
export async function workOrders(msp: DemoConsole, inside: DemoConsole): Promise<void> {
  const { total } = await inside.call('POST /api/v1/work/order/lists', { pageSize: 1 })
  if (total > 0) return
  await inside.call('POST /api/v1/work/agreement', {
    name: '门店网络运维服务',
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    note: '含远程支持和上门服务，备件另计。',
    level: {
      calendar: { timeZone: 'Asia/Shanghai', holidays: 'off', hours: officeHours },
      targets: [
        [15, 240, true],
        [30, 480, false],
        [120, 480, false],
        [480, 1440, false],
      ].map(([respond, resolve, always]) => ({
        respond: { minutes: Number(respond), always: always === true },
        resolve: { minutes: Number(resolve), always: always === true },
      })),
    },
  })
  const { items: outlets } = await inside.call('POST /api/v1/outlet/lists', { pageSize: orders.length })
  for (const [index, { order, moves }] of orders.entries()) {
    const outletId = outlets[index % outlets.length]?.id
    const { id: orderId } = await inside.call('POST /api/v1/work/order', {
      ...order,
      ...(outletId !== undefined && { outletId }),
    })
    for (const move of moves) {
      const { version } = await inside.call('GET /api/v1/work/order/:orderId', { orderId })
      await inside.call('POST /api/v1/work/order/:orderId/move', { orderId, version, move })
    }
  }
  const { items } = await msp.call('POST /api/v1/work/order/lists', { search: '专线', pageSize: 1 })
  if (items[0] !== undefined)
    await msp.call('POST /api/v1/work/order/:orderId/note', {
      orderId: items[0].id,
      note: '客户合同下月续签，优先处理。',
      internal: true,
    })
}

const officeHours = [1, 2, 3, 4, 5].flatMap((day) => [
  { day, from: 540, to: 720 },
  { day, from: 780, to: 1080 },
])

const take: Move = { name: 'take' }
const start: Move = { name: 'start' }

const orders: readonly { order: Order; moves: readonly Move[] }[] = [
  {
    order: {
      title: '专线中断，收银无法联网',
      category: 'internet_line',
      type: 'carrier_fault',
      impact: 'high',
      urgency: 'high',
      description: '早上 8 点起专线无信号，已切换到 5G 备份。',
      contactName: '王店长',
      contactPhone: '13800138001',
      tags: ['重点门店'],
    },
    moves: [
      take,
      start,
      { name: 'suspend', reason: 'carrier', note: '运营商受理号 20261128，光缆被挖断，抢修中。' },
    ],
  },
  {
    order: {
      title: '访客无线经常掉线',
      category: 'wireless',
      impact: 'medium',
      urgency: 'medium',
      contactName: '李经理',
    },
    moves: [take, start],
  },
  {
    order: {
      title: '新增收银台网络点位',
      type: 'installation',
      category: 'cabling',
      impact: 'low',
      urgency: 'low',
    },
    moves: [{ name: 'assign', to: 'me', note: '周五前完成' }],
  },
  {
    order: { title: '交换机风扇告警', category: 'switching', impact: 'medium', urgency: 'high' },
    moves: [],
  },
  {
    order: {
      title: '打印机无法打印小票',
      category: 'terminal',
      type: 'request',
      impact: 'low',
      urgency: 'medium',
    },
    moves: [
      take,
      { name: 'resolve', cause: 'cabling', solution: '网线松动，重新插紧后恢复，打印测试正常。' },
    ],
  },
  {
    order: { title: '季度巡检', type: 'inspection', category: 'other', impact: 'low', urgency: 'low' },
    moves: [
      take,
      start,
      { name: 'resolve', cause: 'no_fault_found', solution: '设备运行正常，已清灰。' },
      { name: 'close' },
    ],
  },
  {
    order: {
      title: '调整门店带宽策略',
      type: 'change',
      category: 'gateway',
      impact: 'medium',
      urgency: 'low',
    },
    moves: [take],
  },
]
