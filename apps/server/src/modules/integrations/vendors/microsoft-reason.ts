import type { SendFailure } from '../senders/sender.ts'

/** Codes in the descriptions of Microsoft Entra (learn.microsoft.com, "Microsoft Entra authentication and authorization error codes"). */
export function microsoftReason(detail: string): SendFailure['reason'] | null {
  if (/AADSTS7000222/.test(detail)) return 'secret_ended'
  if (/AADSTS7000215|AADSTS7000218/.test(detail)) return 'credentials'
  if (/AADSTS700016|AADSTS90002/.test(detail)) return 'application_unknown'
  if (/AADSTS50011/.test(detail)) return 'callback_unknown'
  return null
}

/** Somebody whom the tenant does not have (50020, 50034, 51004, 90072, 50177, 50178), or does not admit to this application (50105). */
export const isMicrosoftOutsider = (detail: string): boolean =>
  /AADSTS(?:50020|50034|50105|50177|50178|51004|90072)\b/.test(detail)
