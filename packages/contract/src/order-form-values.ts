/** What a custom field of work orders holds. */
export const orderFieldKinds = ['text', 'number', 'date', 'choice', 'yes_no'] as const
export type OrderFieldKind = (typeof orderFieldKinds)[number]

/** Of one type of orders, those in use; and the choices of one. */
export const orderFieldLimits = { fields: 30, options: 50, text: 500 } as const

/**
 * Values of custom fields by the id of the field, all as text: decimal numbers, dates as 2026-12-01, `yes` or `no`, choices
 * by their key.
 */
export type CustomValues = Readonly<Record<string, string>>

/** How a number is kept, so that one value has one form. Null: it is none. */
export function decimalOf(text: string): string | null {
  const plain = text.trim().replaceAll(',', '')
  if (!/^-?\d{1,15}(\.\d{1,6})?$/.test(plain)) return null
  return String(Number(plain))
}

/** Null: no such day. */
export function dayOf(text: string): string | null {
  const found = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text.trim())
  if (found === null) return null
  const day = `${found[1]}-${found[2]!.padStart(2, '0')}-${found[3]!.padStart(2, '0')}`
  const at = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day ? null : day
}

/** To whom orders of a template go first. */
export const templateAssigns = ['usual', 'pool', 'person'] as const
export const mostOrderTemplates = 200
/** Of an order. */
export const orderCheckLimits = { points: 50, text: 200 } as const

/** Of a company; sites or devices that are chosen one by one. */
export const planLimits = { plans: 100, chosen: 2000, leadDays: 60, dates: 10 } as const
