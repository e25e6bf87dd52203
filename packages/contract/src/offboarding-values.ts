/** What a member holds that others depend on. Work orders and alarms are handed over by their own endpoints. */
export const heldKinds = [
  'orders',
  'alarms',
  'turns',
  'routes',
  'approvals',
  'departments',
  'cars',
  'reports',
  'keys',
] as const
export type HeldKind = (typeof heldKinds)[number]

/** Of these, what `handOver` gives to another member. */
export const handedKinds = ['turns', 'routes', 'approvals', 'departments', 'cars', 'reports', 'keys'] as const
export type HandedKind = (typeof handedKinds)[number]

/** Terminal sessions of the last days whose credentials the person may still know. */
export const credentialDays = 365
