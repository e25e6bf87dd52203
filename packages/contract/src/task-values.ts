/** What somebody does, and dates that approach. */
export const taskKinds = [
  'order',
  'alarm',
  'approval',
  'handover_write',
  'handover_accept',
  'swap',
  'duty_test',
  'order_mail',
  // An order of another company, whose assignment is the person's.
  'shared_order',
  'line_contract',
  'customer_contract',
  'licence',
  'agreement',
  'part_transfer',
  'part_claim',
  'part_warranty',
  'part_short',
  'certificate',
] as const
export type TaskKind = (typeof taskKinds)[number]

/** Of which it is known who finished them. */
export const doneKinds = ['order', 'alarm', 'approval'] as const
export type DoneKind = (typeof doneKinds)[number]

/** Days before a date at which it appears, and turns more urgent. */
export const dateSteps = [90, 60, 30] as const
/** Days after a date at which it is left out. */
export const daysShownAfterDate = 30
