import type { EndpointInput } from '@netward/contract'
import { clockAt, instantOf } from '../../../lib/wall-clock.ts'
import type { OrderDetail } from '../order.ts'

type Sent = Required<Omit<EndpointInput<'PUT /api/v1/work/order/:orderId/carrier'>, 'orderId' | 'version'>>
type Moment = 'reportedAt' | 'promisedAt' | 'restoredAt'

/** In a form: moments are local clocks, and empty without one. */
export type CarrierValues = Omit<Sent, Moment | 'isp'> &
  Record<Moment, string> & { isp: Sent['isp'] | undefined }

export const emptyCarrier: CarrierValues = {
  isp: undefined,
  ispName: '',
  ticket: '',
  reportedAt: '',
  promisedAt: '',
  restoredAt: '',
  compensation: null,
  note: '',
}

const local = (at: string | null) => (at === null ? '' : clockAt(new Date(at)))
const instant = (clock: string) => (clock === '' ? null : instantOf(clock))

export const carrierValuesOf = (carrier: OrderDetail['carrier']): CarrierValues =>
  carrier === null
    ? emptyCarrier
    : {
        ...carrier,
        reportedAt: local(carrier.reportedAt),
        promisedAt: local(carrier.promisedAt),
        restoredAt: local(carrier.restoredAt),
      }

/** Undefined: without an ISP there is nothing to write down. A form has values of the fields that it shows alone. */
export function sentCarrier(shown: Partial<CarrierValues>): Sent | undefined {
  const { isp, ...values } = { ...emptyCarrier, ...shown }
  if (isp === undefined) return undefined
  return {
    ...values,
    isp,
    reportedAt: instant(values.reportedAt),
    promisedAt: instant(values.promisedAt),
    restoredAt: instant(values.restoredAt),
  }
}
