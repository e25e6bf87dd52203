import { useLocation } from '@tanstack/react-router'
import { productsCovering } from '@netward/contract/product-routes'
import type { ReactNode } from 'react'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { StoppedState } from '../../ui/stopped-state.tsx'

const endpoint = 'GET /api/v1/auth/application/maintenance'

/** Its end comes by the clock, as the stream may be broken. */
const lookMs = 60_000

/** Replaces the pages of a product that is in maintenance or disabled: what is being done, and until when. */
export function MaintenanceGate({ children }: { children: ReactNode }) {
  const covering = productsCovering(useLocation({ select: (location) => location.pathname }))
  return covering.length === 0 ? children : <Gate covering={covering}>{children}</Gate>
}

function Gate({ covering, children }: { covering: readonly string[]; children: ReactNode }) {
  // If the state is unknown, the page itself is shown: its calls may work.
  const { data = [] } = useApi(endpoint, {}, { refetchInterval: lookMs })
  useLiveReads(endpoint, ['application.changed', 'product.changed'])
  const stop = data.find(({ productCode }) => covering.includes(productCode))
  return stop === undefined ? children : <StoppedState page stop={stop} />
}
