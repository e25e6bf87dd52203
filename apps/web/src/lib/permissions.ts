import { useSession } from './session.ts'

/** Whether all codes are held. An empty list is a caller's bug and throws (specification §5). */
export function holdsAll(held: ReadonlySet<string>, codes: readonly string[]): boolean {
  if (codes.length === 0) throw new TypeError('a permission check needs at least one code')
  return codes.every((code) => held.has(code))
}

const nothingHeld: ReadonlySet<string> = new Set()

/** Whether the user holds all codes in the current company; reactive. */
export function useMay(...codes: string[]): boolean {
  return holdsAll(useSession()?.permissions ?? nothingHeld, codes)
}
