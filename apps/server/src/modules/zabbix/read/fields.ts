import { cleanText } from '../../../platform/clean-text.ts'

/** A mapping of an export; its keys are of the file. */
export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const own = (fields: Fields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

/** A scalar as text; JSON may hold numbers. Undefined where it is absent or no scalar. */
export function scalar(fields: Fields, name: string): string | undefined {
  const value = own(fields, name)
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined
}

/** A scalar on one line, without what a list cannot show. */
export function line(fields: Fields, name: string, most: number): string {
  return cleanText(scalar(fields, name) ?? '', most * 2)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()
}

/** A list; an absent one is empty. Null where the file has something else. */
export function list(fields: Fields, name: string): readonly unknown[] | null {
  const value = own(fields, name)
  if (value === undefined || value === null || value === '') return []
  return Array.isArray(value) ? value : null
}

export function mapping(fields: Fields, name: string): Fields {
  const value = own(fields, name)
  return isFields(value) ? value : {}
}
