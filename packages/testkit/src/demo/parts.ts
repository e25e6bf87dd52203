import type { EndpointInput } from '@netward/contract'
import type { DemoConsole } from './console.ts'

type Model = EndpointInput<'POST /api/v1/work/part/model'>
interface Stocked {
  readonly model: Model
  /** What is received into each warehouse: serial numbers or pieces. */
  readonly received: readonly (readonly string[] | number)[]
  readonly minimum: number
}

/** Spare parts of the MSP in two warehouses and a car: what came in, what is short, and what is kept for an order. */
export async function spareParts(msp: DemoConsole, customer: DemoConsole): Promise<void> {
  const { total } = await msp.call('POST /api/v1/work/part/model/lists', { pageSize: 1 })
  if (total > 0) return
  const [driver] = await msp.call('GET /api/v1/work/part/warehouse/keepers', {})
  const places: EndpointInput<'POST /api/v1/work/part/warehouse'>[] = [
    { name: '上海中心库', address: '上海市普陀区真北路 988 号' },
    { name: '杭州分库', address: '杭州市西湖区文三路 398 号' },
    driver === undefined
      ? { name: '备用车载库' }
      : { name: `${driver.name}的车`, kind: 'car', keeperId: driver.id },
  ]
  const warehouses: string[] = []
  for (const place of places) warehouses.push((await msp.call('POST /api/v1/work/part/warehouse', place)).id)
  for (const [index, { model, received, minimum }] of stocked.entries()) {
    const { id: modelId } = await msp.call('POST /api/v1/work/part/model', model)
    for (const [place, what] of received.entries())
      await msp.call('POST /api/v1/work/part/receive', {
        warehouseId: warehouses[place]!,
        modelId,
        ...(typeof what === 'number' ? { quantity: what } : { serials: [...what] }),
        supplier: '华北数码',
        reference: `CG-2026-${String(index + 101)}`,
        purchasedOn: '2026-03-15',
        unitPrice: model.price ?? null,
      })
    await msp.call('PUT /api/v1/work/part/minimum', { warehouseId: warehouses[0]!, modelId, minimum })
  }
  await use(msp, warehouses[0]!, warehouses[1]!)
  await replaced(msp, customer, warehouses[0]!)
}

/** A switch of a customer broke: a piece of the MSP took its place, and it is on its way to the vendor. */
async function replaced(msp: DemoConsole, customer: DemoConsole, warehouseId: string): Promise<void> {
  const { items: outlets } = await customer.call('POST /api/v1/outlet/lists', { pageSize: 1 })
  const { id: deviceId } = await customer.call('POST /monitor/api/v1/device', {
    name: '收银区交换机',
    type: 'switch',
    driver: 'none',
    brand: '华为',
    modelName: 'S5735-L24T4S',
    serialNumber: '2102351BTL10H9000077',
    outletId: outlets[0]?.id ?? null,
  })
  const { id: orderId } = await customer.call('POST /api/v1/work/order', {
    title: '收银区交换机无法启动',
    category: 'switching',
    impact: 'medium',
    urgency: 'high',
    deviceId,
  })
  const path = { orderId, warehouseId }
  await msp.call('POST /api/v1/work/order/:orderId/part', { ...path, serials: ['2102351BTL10K5000102'] })
  const [part] = await msp.call('GET /api/v1/work/order/:orderId/part', { orderId })
  if (part === undefined) return
  await msp.call('POST /api/v1/work/order/:orderId/replacement', {
    orderId,
    reservationId: part.id,
    back: { warehouseId, modelId: part.modelId, note: '电源模块烧毁' },
  })
  await msp.call('POST /api/v1/work/part/claim', {
    warehouseId,
    serials: ['2102351BTL10H9000077'],
    vendor: '华为',
    reference: 'RMA20261127',
    dueOn: '2026-12-18',
  })
}

/** One piece is kept for a fault, a defective one is at its vendor, and cables are on the way to another warehouse. */
async function use(msp: DemoConsole, warehouseId: string, otherId: string): Promise<void> {
  await msp.call('POST /api/v1/work/part/move', {
    act: 'defect',
    warehouseId,
    serials: ['2102351BTL10K5000103'],
    note: '上电无反应',
  })
  await msp.call('POST /api/v1/work/part/claim', {
    warehouseId,
    serials: ['2102351BTL10K5000103'],
    vendor: '华为',
    reference: 'RMA20261120',
    dueOn: '2026-12-10',
  })
  const [cable] = await msp.call('GET /api/v1/work/part/model/choices', { search: '六类跳线' })
  if (cable !== undefined)
    await msp.call('POST /api/v1/work/part/transfer', {
      fromId: warehouseId,
      toId: otherId,
      modelId: cable.id,
      quantity: 10,
      tracking: 'SF1420000001',
    })
  const { items } = await msp.call('POST /api/v1/work/order/lists', { search: '交换机风扇', pageSize: 1 })
  if (items[0] === undefined) return
  await msp.call('POST /api/v1/work/order/:orderId/part', {
    orderId: items[0].id,
    warehouseId,
    serials: ['2102351BTL10K5000101'],
  })
}

const stocked: readonly Stocked[] = [
  {
    model: {
      brand: '华为',
      name: 'S5735-L24T4S',
      category: 'switch',
      serialised: true,
      warrantyMonths: 36,
      price: 1850,
    },
    received: [
      ['2102351BTL10K5000101', '2102351BTL10K5000102', '2102351BTL10K5000103'],
      ['2102351BTL10K5000104'],
    ],
    minimum: 3,
  },
  {
    model: {
      brand: '新华三',
      name: 'WA6320',
      category: 'wireless',
      serialised: true,
      warrantyMonths: 12,
      price: 620,
    },
    received: [['219801A2YF8227E00011', '219801A2YF8227E00012'], ['219801A2YF8227E00013']],
    minimum: 2,
  },
  {
    model: { brand: '华为', name: 'eSFP-GE-SX', category: 'optical', warrantyMonths: 12, price: 85 },
    received: [24, 10, 4],
    minimum: 10,
  },
  {
    model: { name: '六类跳线 2 米', category: 'cable', price: 9.5 },
    received: [60, 30, 15],
    minimum: 80,
  },
]
