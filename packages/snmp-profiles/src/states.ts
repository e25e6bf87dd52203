import type { StateMap } from './model.ts'

type Words = Readonly<Record<number, string>>

/** Levels of `sensor_state`. */
const levels = { unknown: 0, normal: 1, warning: 2, critical: 3, off: 4 } as const

/** The codes of a MIB's enumeration by what they mean to a person who watches. */
export function states(words: Partial<Record<keyof typeof levels, Words>>): StateMap {
  return Object.fromEntries(
    Object.entries(words).flatMap(([level, codes]) =>
      Object.entries(codes).map(([code, word]) => [
        code,
        [levels[level as keyof typeof levels], word] as const,
      ]),
    ),
  )
}

export const trueIsBad = states({
  normal: { 0: 'false' },
  critical: { 1: 'true' },
  unknown: { 2: 'reading error' },
})
export const oneIsNormal = states({ normal: { 1: 'normal' }, critical: { 2: 'failed' } })
