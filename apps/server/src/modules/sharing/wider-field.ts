import type { Narrowed } from './key.repo.ts'

/** The field by which a key would open more than it does; null: it stays, or becomes narrower. The database checks it again. */
export function widerField(before: Narrowed, after: Narrowed): keyof Narrowed | null {
  if (!within(after.fields, before.fields)) return 'fields'
  if (after.mode === 'use' && before.mode === 'read') return 'mode'
  if (Date.parse(after.expiresAt) > Date.parse(before.expiresAt)) return 'expiresAt'
  if ((after.mostUses ?? Infinity) > (before.mostUses ?? Infinity)) return 'mostUses'
  if (before.skills.length > 0 && (after.skills.length === 0 || !within(after.skills, before.skills)))
    return 'skills'
  if (before.modelIds.length > 0 && (after.modelIds.length === 0 || !within(after.modelIds, before.modelIds)))
    return 'modelIds'
  const covered = (region: string) =>
    before.regions.some((one) => region === one || region.startsWith(`${one}/`))
  if (before.regions.length > 0 && (after.regions.length === 0 || !after.regions.every(covered)))
    return 'regions'
  return null
}

const within = (some: readonly string[], all: readonly string[]) => some.every((one) => all.includes(one))
