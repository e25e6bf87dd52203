import type { EndpointOutput } from '@netward/contract'

export type Life = EndpointOutput<'GET /api/v1/work/part/life'>
type Movement = Life['movements'][number]

export type SpanState =
  | 'in_stock'
  | 'reserved'
  | 'in_transit'
  | 'in_use'
  | 'in_service'
  | 'in_repair'
  | 'removed'
  | 'scrapped'
  | 'lost'
  | 'replaced'

export interface Span {
  readonly state: SpanState
  /** Warehouse, or site. */
  readonly place: string
  readonly defective: boolean
  readonly from: string
  /** Null: it lasts. */
  readonly until: string | null
}

type Step = Omit<Span, 'until'>

/** Null: the piece stays as it is. */
function afterMovement({ kind, onHand }: Movement): SpanState | null {
  switch (kind) {
    case 'reserve':
      return 'reserved'
    case 'issue':
      return 'in_use'
    case 'send':
      return 'in_transit'
    case 'lose':
      return 'lost'
    case 'to_vendor':
      return 'in_repair'
    case 'replaced':
      return 'replaced'
    case 'scrap':
      return 'scrapped'
    case 'correct':
      return onHand < 0 ? 'lost' : 'in_stock'
    case 'leave':
      return null
    default:
      return 'in_stock'
  }
}

/** Movements and tenures as one line. A piece that is issued while its device runs already stays in service. */
export function lifeSpans({ movements, devices }: Pick<Life, 'movements' | 'devices'>): Span[] {
  const events = [
    ...movements.map((movement) => ({ at: movement.at, movement, device: undefined, ends: false })),
    ...devices.flatMap((device) => [
      { at: device.from, movement: undefined, device, ends: false },
      ...(device.until === null ? [] : [{ at: device.until, movement: undefined, device, ends: true }]),
    ]),
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const steps: Step[] = []
  let defective = false
  for (const { at, movement, device, ends } of events) {
    const before = steps.at(-1)
    if (movement === undefined) {
      const place = device.outletName ?? device.name
      if (!ends) steps.push({ state: 'in_service', place, defective, from: at })
      else if (before?.state === 'in_service')
        steps.push({ state: 'removed', place: '', defective, from: at })
      continue
    }
    const state = afterMovement(movement)
    if (movement.onHand > 0) defective = false
    if (movement.defective > 0) defective = true
    if (state === null || (state === 'in_use' && before?.state === 'in_service')) continue
    const place = state === 'in_use' ? (movement.orderOutlet ?? '') : placeOf(state, movement)
    if (before?.state === state && before.place === place && before.defective === defective) continue
    steps.push({ state, place, defective, from: at })
  }
  return steps.map((step, index) => ({ ...step, until: steps[index + 1]?.from ?? null }))
}

const placeOf = (state: SpanState, { warehouseName, supplier }: Movement) =>
  state === 'in_repair' ? supplier : ['lost', 'scrapped', 'replaced'].includes(state) ? '' : warehouseName
