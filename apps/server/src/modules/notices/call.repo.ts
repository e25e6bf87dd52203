import type { VoiceKey } from '@netward/contract/integration-values'
import type { ReceiptState } from '@netward/contract/notice-values'
import type { Scopes } from '../../platform/db/scope.ts'
import type { SmsReport } from '../integrations/index.ts'

interface Gateway extends Record<string, unknown> {
  readonly provider: 'aliyun' | 'tencent'
  readonly key: VoiceKey | null
}

interface Reported {
  readonly reference: Buffer
  readonly pressed: boolean
  readonly receipt: { readonly state: ReceiptState; readonly code: string } | null
  /** How long the alarms are acknowledged. */
  readonly hours: number
}

/** Calls by their hash: what names one at the vendor is a secret. */
export const callRepo = {
  async placed(scopes: Scopes, messageId: string, reference: Buffer, vendorId: string): Promise<void> {
    await scopes.asLoginRole('select notice_call_placed($1, $2, $3)', [messageId, reference, vendorId])
  },

  async gateway(scopes: Scopes, callback: Buffer): Promise<Gateway | undefined> {
    const rows = await scopes.asLoginRole<Gateway>('select * from notice_call_gateway($1)', [callback])
    return rows[0]
  },

  async reported(
    scopes: Scopes,
    callback: Buffer,
    { reference, pressed, receipt, hours }: Reported,
  ): Promise<void> {
    await scopes.asLoginRole('select notice_call_reported($1, $2, $3, $4, $5, $6)', [
      callback,
      reference,
      pressed,
      receipt?.state === 'awaited' ? null : (receipt?.state ?? null),
      receipt?.code ?? null,
      hours,
    ])
  },

  /** False: no gateway reports there. */
  async smsReported(scopes: Scopes, callback: Buffer, report: SmsReport | null): Promise<boolean> {
    const [row] = await scopes.asLoginRole<{ known: boolean }>(
      'select notice_sms_reported($1, $2, $3, $4) as known',
      [callback, report?.vendorId ?? null, report?.receipt.state ?? null, report?.receipt.code ?? null],
    )
    return row!.known
  },
}
