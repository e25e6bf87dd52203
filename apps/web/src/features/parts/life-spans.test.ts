import { expect, test } from 'vitest'
import { type Life, lifeSpans } from './life-spans.ts'

const movement = (at: string, kind: Life['movements'][number]['kind'], more: object = {}) => ({
  id: at,
  at,
  kind,
  warehouseId: '1',
  warehouseName: 'Main',
  modelId: '1',
  modelName: 'S5735',
  serialId: '1',
  serial: 'S1',
  onHand: 0,
  reserved: 0,
  defective: 0,
  quantity: 1,
  supplier: '',
  reference: '',
  unitPrice: null,
  orderId: null,
  orderNumber: null,
  orderOutlet: null,
  note: '',
  actorName: 'A',
  ...more,
})
const device = (from: string, until: string | null) => ({
  id: '1',
  name: 'Core',
  type: 'switch' as const,
  companyName: '',
  outletName: 'Shop',
  state: until === null ? ('claimed' as const) : ('replaced' as const),
  from,
  until,
  replacedBy: null,
  replaces: null,
})
const shown = (life: Pick<Life, 'movements' | 'devices'>) =>
  lifeSpans(life).map(({ state, place, defective, from, until }) => [state, place, defective, from, until])

test('purchase, stock, outlet, repair and scrap are one line', () => {
  expect(
    shown({
      movements: [
        movement('2026-01-01', 'receive', { onHand: 1 }),
        movement('2026-02-01', 'reserve', { reserved: 1 }),
        movement('2026-02-03', 'issue', { onHand: -1, reserved: -1 }),
        movement('2026-06-02', 'return', { defective: 1 }),
        movement('2026-06-05', 'to_vendor', { defective: -1, supplier: 'Huawei' }),
        movement('2026-06-20', 'refused', { defective: 1 }),
        movement('2026-06-21', 'scrap', { defective: -1 }),
      ],
      devices: [device('2026-02-02', '2026-06-01')],
    }),
  ).toEqual([
    ['in_stock', 'Main', false, '2026-01-01', '2026-02-01'],
    ['reserved', 'Main', false, '2026-02-01', '2026-02-02'],
    ['in_service', 'Shop', false, '2026-02-02', '2026-06-01'],
    ['removed', '', false, '2026-06-01', '2026-06-02'],
    ['in_stock', 'Main', true, '2026-06-02', '2026-06-05'],
    ['in_repair', 'Huawei', true, '2026-06-05', '2026-06-20'],
    ['in_stock', 'Main', true, '2026-06-20', '2026-06-21'],
    ['scrapped', '', true, '2026-06-21', null],
  ])
})

test('a device that never was in stock has a line too', () => {
  expect(shown({ movements: [], devices: [device('2026-01-01', null)] })).toEqual([
    ['in_service', 'Shop', false, '2026-01-01', null],
  ])
})
