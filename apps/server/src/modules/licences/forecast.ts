/** Days of history that a forecast uses, and the minimum it needs. */
const lookBack = 30
const needed = 7

export interface Forecast {
  readonly outcome: 'unlimited' | 'exhausted' | 'not_enough_history' | 'not_growing' | 'runs_out'
  /** Days until it runs out. */
  readonly days: number | null
}

/**
 * When a quota runs out if use keeps growing at its rate: a straight line (least squares) through one value a
 * day.
 * @param history oldest first; `day` as 2026-11-21
 */
export function forecast(
  history: readonly { day: string; used: number }[],
  used: number,
  granted: number | null,
): Forecast {
  if (granted === null) return { outcome: 'unlimited', days: null }
  if (used >= granted) return { outcome: 'exhausted', days: null }
  const newest = history.at(-1)
  if (!newest) return { outcome: 'not_enough_history', days: null }
  const points = history
    .map((point) => ({ x: (Date.parse(point.day) - Date.parse(newest.day)) / 86_400_000, y: point.used }))
    .filter(({ x }) => x > -lookBack)
  if (points.length < needed) return { outcome: 'not_enough_history', days: null }
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / points.length
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  const slope = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread
  // Growth below one unit in ten years needs no warning.
  if (slope <= 1 / 3650) return { outcome: 'not_growing', days: null }
  return { outcome: 'runs_out', days: Math.ceil((granted - used) / slope) }
}
