/** The minute of the day of `22:00`; null for null. */
export const minuteOf = (clock: string | null): number | null =>
  clock === null ? null : Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** `22:00` of a minute of the day. */
export const clockOf = (minute: number | null): string | null =>
  minute === null
    ? null
    : `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
