/** A gateway counts as offline so many intervals after its last Inform. */
export const missedIntervals = 2.5

/** Of a gateway that a connection request reaches. */
const reachableIntervalSeconds = 300
const unreachableIntervalSeconds = 60

/** So long a gateway is waited for at most that has yet to be told its interval. */
export const firstOverdueSeconds = reachableIntervalSeconds * missedIntervals

/** Seconds between periodic Informs: more often where nothing else brings the gateway here. */
export function intervalFor(reachable: boolean): number {
  return reachable ? reachableIntervalSeconds : unreachableIntervalSeconds
}
