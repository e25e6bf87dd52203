/** Whole seconds until a moment, rounded down. `now` may be up to a second old (`useNow`). */
export const secondsUntil = (until: string, now: number): number =>
  Math.max(0, Math.floor((Date.parse(until) - now) / 1000))

/** `m:ss` until a moment, `h:mm:ss` from an hour on, at least `0:00`. */
export function countdown(until: string, now: number): string {
  const seconds = secondsUntil(until, now)
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
