const day = 86_400_000
/** Activity is lowest at 4 o'clock in China, and highest at 16 o'clock. */
const quietest = (4 - 8) / 24

/** How busy a place is, 0 to 1, by time of day. */
export function activityAt(at: number): number {
  const angle = 2 * Math.PI * (at / day - quietest)
  return ((1 - Math.cos(angle)) / 2) ** 2
}

/** Seconds of full activity between two times: the integral of `activityAt`, so that counters never fall. */
export function activeSeconds(from: number, to: number): number {
  return Math.max(0, integral(to) - integral(from))
}

// ((1 − cos x) / 2)² = 3/8 − cos x / 2 + cos 2x / 8
function integral(at: number): number {
  const angle = 2 * Math.PI * (at / day - quietest)
  const perRadian = day / 1000 / (2 * Math.PI)
  return (3 / 8) * (at / 1000) + perRadian * (-Math.sin(angle) / 2 + Math.sin(2 * angle) / 16)
}
