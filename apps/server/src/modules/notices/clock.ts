import * as clocks from '@netward/contract/clock'

/** The minute of the day of `22:00`; null for null. */
export const minuteOf = (clock: string | null): number | null =>
  clock === null ? null : clocks.minuteOf(clock)

/** `22:00` of a minute of the day. */
export const clockOf = (minute: number | null): string | null =>
  minute === null ? null : clocks.clockOf(minute)
