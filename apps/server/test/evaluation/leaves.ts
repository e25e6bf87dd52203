import type { Fact } from './case.ts'

export interface Leaf {
  /** Keys above it, joined by dots. */
  readonly path: string
  readonly value: string | number | boolean | null
}

export function leavesOf(value: unknown, path = ''): Leaf[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, one]) => leavesOf(one, path === '' ? key : `${path}.${key}`))
  return [{ path, value: value as Leaf['value'] }]
}

/** Whether a value of a result is what a fact is about. */
export function fits({ at, is }: Fact, { path, value }: Leaf): boolean {
  if (at && !at.test(path)) return false
  if (is instanceof RegExp) return is.test(String(value))
  return typeof is === 'number' ? hasNumber(String(value), is) : String(value).includes(is)
}

/** Whether a text contains a number as a whole: 7 is not in 17, 7.5 or 1007. */
export function hasNumber(text: string, number: number): boolean {
  const plain = text.replaceAll(/(?<=\d),(?=\d{3})/g, '')
  return (plain.match(/\d+(?:\.\d+)?/g) ?? []).some((one) => Number(one) === number)
}
