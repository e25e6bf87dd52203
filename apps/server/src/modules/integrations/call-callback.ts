import { randomBytes } from 'node:crypto'
import { voiceCallbackPath } from '@netward/contract/integration-values'
import { hashToken } from '../../platform/db/scope.ts'

interface Callback {
  /** Undefined: as it is. */
  readonly callbackHash?: Buffer | null
  /** The whole address; null: nobody needs to see one. */
  readonly madeCallback: string | null
}

/**
 * Where a vendor reports calls. Neither signs its reports nor sends a header of ours, so that the address holds a secret. Its
 * hash alone is kept.
 */
export function callbackOf(
  sms: { readonly voice?: unknown; readonly newCallback?: boolean } | undefined,
  hasOne: boolean,
  publicUrl: string,
  reports: string | undefined,
): Callback {
  // The gateway itself gives the vendor this one.
  if (reports !== undefined) return { callbackHash: hashToken(reports), madeCallback: null }
  if (!sms?.voice) return { callbackHash: null, madeCallback: null }
  if (hasOne && sms.newCallback !== true) return { madeCallback: null }
  const token = randomBytes(24).toString('base64url')
  return { callbackHash: hashToken(token), madeCallback: `${publicUrl}${voiceCallbackPath}/${token}` }
}
