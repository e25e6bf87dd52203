import type { Random } from './random.ts'

export interface RetryPolicy {
  /** Seconds: CWMPRetryMinimumWaitInterval. */
  minimum: number
  /** CWMPRetryIntervalMultiplier, in thousandths. */
  multiplier: number
}

/** Defaults if the ACS sets nothing else (TR-069 3.2.1.1, table 3). */
export const defaultRetryPolicy: RetryPolicy = { minimum: 5, multiplier: 2000 }

/**
 * Session retry waits, TR-069 3.2.1.1 table 3: with m and k the n-th is anywhere from m·(k/1000)^(n−1) to
 * m·(k/1000)^n seconds, constant from the tenth; 5–10 s, doubled, to 2560–5120 s.
 */
export function retryWaitSeconds(
  retryCount: number,
  random: Random,
  { minimum, multiplier }: RetryPolicy = defaultRetryPolicy,
): number {
  const low = minimum * (multiplier / 1000) ** (Math.min(Math.max(retryCount, 1), 10) - 1)
  return low + random() * low * (multiplier / 1000 - 1)
}

const unknownTime = /^0001-/

/**
 * Seconds until the next periodic Inform. With a PeriodicInformTime the Informs follow its grid (TR-069
 * ManagementServer); without one the first comes anywhere in the interval, the others with 2 % jitter.
 */
export function periodicWaitSeconds(
  input: { intervalSeconds: number; informTime: string; nowMs: number; first: boolean },
  random: Random,
): number {
  const { intervalSeconds, informTime, nowMs, first } = input
  const grid = unknownTime.test(informTime) ? Number.NaN : Date.parse(informTime)
  if (!Number.isNaN(grid)) {
    const since = (nowMs - grid) / 1000
    const wait = (Math.floor(since / intervalSeconds) + 1) * intervalSeconds - since
    return Math.max(wait, 0.001)
  }
  return first ? random() * intervalSeconds : intervalSeconds * (0.98 + random() * 0.04)
}
