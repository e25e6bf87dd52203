import type { RequestContext } from '../../../platform/http/context.ts'
import type { CarrierShown } from './carrier.repo.ts'

/** Columns of the CSV, by their phrases under `orders.carrier`. */
export const carrierColumns = [
  'isp',
  'ticket',
  'reportedAt',
  'promisedAt',
  'restoredAt',
  'late',
  'compensation',
  'note',
] as const

/** Empty of an order that is no carrier fault. */
export function carrierCells(
  ctx: Pick<RequestContext, 'phrase'>,
  carrier: CarrierShown | undefined,
): (string | null)[] {
  if (carrier === undefined) return carrierColumns.map(() => null)
  const { isp, ispName, ticket, reportedAt, promisedAt, restoredAt, compensation, note } = carrier
  const end = restoredAt === null ? Date.now() : Date.parse(restoredAt)
  const isLate = promisedAt !== null && end > Date.parse(promisedAt)
  return [
    isp === 'other' && ispName !== '' ? ispName : ctx.phrase(`outlets.isps.${isp}`),
    ticket,
    reportedAt,
    promisedAt,
    restoredAt,
    promisedAt === null ? null : ctx.phrase(isLate ? 'common.yes' : 'common.no'),
    compensation === null ? null : String(compensation),
    note,
  ]
}
