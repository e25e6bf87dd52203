import type { SettingField } from '@netward/contract/gateway-setting-values'
import {
  type AddForm,
  type Draft,
  type Instance,
  isWritable,
  type SettingValue,
  type Written,
} from './setting.ts'

export interface Changed {
  readonly field: SettingField
  readonly value: Written
}

function given(kind: string, value: Draft[string]): Written | undefined {
  if (value === undefined || value === null) return undefined
  // A secret is what was typed, spaces and all.
  if (typeof value !== 'string' || kind === 'secret') return value
  return kind === 'ipv4_list' ? value.replace(/\s+/g, '') : value.trim()
}

/** What was asked for last: until the restart that it waits for, the gateway has another value. */
export function askedFor({ kind, value, later }: Pick<SettingValue, 'kind' | 'value' | 'later'>) {
  return later === null || kind === 'secret' ? value : later.value
}

/** What the form holds of an instance when it opens; secrets are empty, for nobody can read them. */
export function draftOf(instance: Instance): Draft {
  return Object.fromEntries(
    instance.fields
      .filter(isWritable)
      .map((field) => [field.key, field.kind === 'secret' ? '' : (askedFor(field) ?? undefined)]),
  )
}

/** What differs from what was asked for last: nothing else is sent, and what waits can be taken back. An empty secret keeps the one that it has. */
export function changedValues(instance: Instance, draft: Draft): Changed[] {
  const changed: Changed[] = []
  for (const field of instance.fields) {
    const { key, kind, writable } = field
    const value = askedFor(field)
    if (writable === false) continue
    // A gateway that chooses its channel refuses another one.
    if (key === 'channel' && draft['autoChannel'] === true) continue
    const now = given(kind, draft[key])
    if (now === undefined || now === value) continue
    if (now === '' && (kind === 'secret' || value === null)) continue
    changed.push({ field: key, value: now })
  }
  return changed
}

export function newDraft(form: AddForm): Draft {
  return Object.fromEntries(form.fields.map(({ key, initial }) => [key, initial ?? undefined]))
}

/** What a new one is made of: what was left empty is left to the gateway. */
export function newValues(form: AddForm, draft: Draft): Changed[] {
  return form.fields.flatMap(({ key, kind }) => {
    const value = given(kind, draft[key])
    return value === undefined || value === '' ? [] : [{ field: key, value }]
  })
}
