import type { CauseRule, OutageCause, Responsibility } from '@netward/contract/line-quality-values'
import type { LinkPath } from '@netward/contract/link-tests'

export interface CauseFacts {
  /** It began in approved maintenance. */
  readonly inMaintenance: boolean
  /** It is part of an outage of its ISP in its city, of which its company may know. */
  readonly inCarrierOutage: boolean
  /** A probe measures the line from its outlet: its paths begin on this side of the line. */
  readonly isInside: boolean
  readonly onset: Pick<LinkPath, 'reached' | 'hops'> | null
  readonly healthy: Pick<LinkPath, 'reached' | 'hops'> | null
}

export interface Cause {
  readonly cause: OutageCause
  readonly responsibility: Responsibility
  readonly rule: CauseRule
}

/** The cause of an outage by the first rule that knows it; null: none does. */
export function causeOf(facts: CauseFacts): Cause | null {
  if (facts.inMaintenance) return { cause: 'our_change', responsibility: 'provider', rule: 'maintenance' }
  if (facts.inCarrierOutage) return { cause: 'isp', responsibility: 'isp', rule: 'carrier' }
  if (facts.isInside && breaksBeyondGateway(facts))
    return { cause: 'isp', responsibility: 'isp', rule: 'path' }
  return null
}

/** The gateway answers, nothing behind it does that answered on the healthy path. */
function breaksBeyondGateway({ onset, healthy }: CauseFacts): boolean {
  if (onset === null || healthy === null || onset.reached || !healthy.reached) return false
  const [gateway] = onset.hops
  if (gateway === undefined || gateway.received === 0 || gateway.address === null) return false
  const wasThere = healthy.hops[0]
  return wasThere?.address === gateway.address && healthy.hops.length > 1
}
