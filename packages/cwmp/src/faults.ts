/** A fault as received. `code` is four digits, or one of `localFaults`. */
export interface CwmpFault {
  code: string
  text: string
  /** One entry per parameter that a SetParameterValues failed on. */
  parameters: { name: string; code: string; text: string }[]
}

/** Our own codes for calls that end without a fault from the gateway. */
export const localFaults = [
  'no_answer',
  'unreadable_answer',
  'unexpected_answer',
  'interrupted',
  'too_many_calls',
  'cannot_be_sent',
  'no_instance',
  'conflict',
  'variable_missing',
  'secret_missing',
  'secret_withheld',
  'already_there',
  'setting_absent',
  'setting_fixed',
  'setting_value',
  'unknown',
] as const
export type LocalFault = (typeof localFaults)[number]

/** Codes defined by TR-069 A.5.1 (9000–9032) and A.5.2 (8000–8006). */
export const faultCodes = {
  acs: ['8000', '8001', '8002', '8003', '8004', '8005', '8006'],
  cpe: Array.from({ length: 33 }, (_, index) => String(9000 + index)),
} as const

/** Phrase key for a code (`faults.<key>`): the code, a vendor range, or `unknown`. */
export function faultPhraseKey(code: string): string {
  if (faultCodes.cpe.includes(code) || (faultCodes.acs as readonly string[]).includes(code)) return code
  if ((localFaults as readonly string[]).includes(code)) return code
  if (/^98\d\d$/.test(code)) return 'cpe_vendor'
  if (/^88\d\d$/.test(code)) return 'acs_vendor'
  return 'unknown'
}

// Internal errors, resource exhaustion, transient transfer failures and interrupted calls.
const passing = new Set([
  '9002',
  '9004',
  '9010',
  '9011',
  '9014',
  '9015',
  '9016',
  '9017',
  '9020',
  '9027',
  '8002',
  '8004',
  '8005',
  'no_answer',
  'unreadable_answer',
  'unexpected_answer',
  'interrupted',
])

/** Whether the same call may succeed on retry; a wrong name or value never will. */
export function retryMayHelp(code: string): boolean {
  return passing.has(code)
}

export function fault(code: string, text = '', parameters: CwmpFault['parameters'] = []): CwmpFault {
  return { code, text, parameters }
}
