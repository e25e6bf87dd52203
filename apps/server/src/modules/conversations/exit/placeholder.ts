import type { MaskedKind } from './mask-memory.ts'

/** What a placeholder stands for. `text`: text that looks like a placeholder, so that it never becomes somebody's value. */
export const placeholderKinds = ['name', 'phone', 'mail', 'address', 'ip', 'mac', 'serial', 'text'] as const
export type PlaceholderKind = (typeof placeholderKinds)[number]

/** The settings that mask a kind: one of them is enough. */
export const settingsOf: Readonly<Record<Exclude<PlaceholderKind, 'text'>, readonly MaskedKind[]>> = {
  name: ['names'],
  phone: ['phones'],
  mail: ['phones', 'names'],
  address: ['addresses'],
  ip: ['addresses'],
  mac: ['addresses'],
  serial: ['serials'],
}

export const placeholderOf = (kind: PlaceholderKind, number: number) => `[${kind}-${number}]`

const kinds = placeholderKinds.join('|')
export const placeholders = () => new RegExp(String.raw`\[(${kinds})-([1-9]\d{0,5})\]`, 'g')

/** What a secret becomes. It has no number: nobody puts a secret back, and nothing keeps it. */
export const secretPlaceholder = '[secret]'
