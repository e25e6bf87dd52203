/** A gateway is overdue so many intervals after its last Inform: one is missed, and it is asked (presence.sql). */
export const overdueIntervals = 1.2

/** Of a gateway that a connection request reaches. */
const reachableIntervalSeconds = 300
const unreachableIntervalSeconds = 60

/** Longest wait for a gateway that has yet to receive its interval. */
export const firstOverdueSeconds = reachableIntervalSeconds * overdueIntervals

/** Seconds between periodic Informs: shorter where no connection request reaches the gateway. */
export function intervalFor(reachable: boolean): number {
  return reachable ? reachableIntervalSeconds : unreachableIntervalSeconds
}
