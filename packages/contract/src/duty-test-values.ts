/** `waiting`: sent, and not confirmed yet; `unconfirmed`: not within two days. */
export const dutyTestResults = [
  'planned',
  'waiting',
  'confirmed',
  'unconfirmed',
  'failed',
  'no_address',
] as const
export type DutyTestResult = (typeof dutyTestResults)[number]
