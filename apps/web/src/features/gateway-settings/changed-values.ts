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
  // A secret is kept exactly as typed, including spaces.
  if (typeof value !== 'string' || kind === 'secret') return value
  return kind === 'ipv4_list' ? value.replace(/\s+/g, '') : value.trim()
}

/** The last requested value: the gateway has another one until its pending restart. */
export function askedFor({ kind, value, later }: Pick<SettingValue, 'kind' | 'value' | 'later'>) {
  return later === null || kind === 'secret' ? value : later.value
}

/** Initial form values of an instance; secrets are empty, since they cannot be read. */
export function draftOf(instance: Instance): Draft {
  return Object.fromEntries(
    instance.fields
      .filter(isWritable)
      .map((field) => [field.key, field.kind === 'secret' ? '' : (askedFor(field) ?? undefined)]),
  )
}

/**
 * Differences from the last requested values: nothing else is sent, and pending changes can be reverted. An
 * empty secret keeps the current one.
 */
export function changedValues(instance: Instance, draft: Draft): Changed[] {
  const changed: Changed[] = []
  for (const field of instance.fields) {
    const { key, kind, writable } = field
    const value = askedFor(field)
    if (writable === false) continue
    // A gateway with automatic channel selection refuses a fixed one.
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

/** Values of a new instance: empty ones are left to the gateway. */
export function newValues(form: AddForm, draft: Draft): Changed[] {
  return form.fields.flatMap(({ key, kind }) => {
    const value = given(kind, draft[key])
    return value === undefined || value === '' ? [] : [{ field: key, value }]
  })
}
