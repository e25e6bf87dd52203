/** Whose month a statement is about: a customer's own, or an MSP's with a line for each of its customers. */
export const statementKinds = ['customer', 'msp'] as const
export type StatementKind = (typeof statementKinds)[number]

/** Of a month. Null: no channel for it, or no price was agreed. */
export interface StatementFigures {
  readonly outlets: number
  /** By type. */
  readonly devices: Readonly<Record<string, number>>
  /** `beyond`: beyond the free ones of the package; `price` in yuan. */
  readonly orders: { readonly made: number; readonly beyond: number; readonly price: number | null }
  readonly sms: number | null
  readonly calls: number | null
}
