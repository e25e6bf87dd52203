import { useLocation } from '@tanstack/react-router'
import { type ConsoleProduct, productsCovering } from '@netward/contract/product-routes'
import type { ReactNode } from 'react'
import { useProductStop } from '../../lib/use-product-stop.ts'
import { StoppedState } from '../../ui/stopped-state.tsx'

/** Replaces the pages of a product that is in maintenance or disabled: what is being done, and until when. */
export function MaintenanceGate({ children }: { children: ReactNode }) {
  const covering = productsCovering(useLocation({ select: (location) => location.pathname }))
  return covering.length === 0 ? children : <Gate covering={covering}>{children}</Gate>
}

function Gate({ covering, children }: { covering: readonly ConsoleProduct[]; children: ReactNode }) {
  const stop = useProductStop(covering)
  // If the state is unknown, the page itself is shown: its calls may work.
  return stop == null ? children : <StoppedState page stop={stop} />
}
