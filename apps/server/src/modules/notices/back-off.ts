const firstSeconds = 15
const mostSeconds = 600
const mostAttempts = 12

/**
 * Seconds until the next attempt after `attempts`; null: it is given up, about an hour after the first. What the
 * other side asks for is kept.
 */
export function againAfter(attempts: number, askedSeconds: number | null): number | null {
  if (attempts >= mostAttempts) return null
  return Math.max(Math.min(firstSeconds * 2 ** (attempts - 1), mostSeconds), askedSeconds ?? 0)
}
