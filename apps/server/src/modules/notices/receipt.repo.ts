import type { ReceiptState } from '@netward/contract/notice-values'
import type { Scopes } from '../../platform/db/scope.ts'

/** A message whose receipt is awaited. */
export interface AwaitedReceipt {
  readonly company_id: string
  readonly company_code: string
  readonly is_platform: boolean
  readonly kind: 2 | 4
  readonly settings: never
  readonly sealed: Buffer
  readonly phone: string | null
  readonly subject: string | null
  readonly vendor_id: string
  readonly sent_at: string
  readonly asked: number
  /** It reports a critical alarm that is active and not acknowledged. */
  readonly urgent: boolean
  readonly has_next: boolean
  readonly by_voice: boolean
}

export const receiptRepo = {
  async awaited(scopes: Scopes, messageId: string, vendorId: string, afterSeconds: number): Promise<void> {
    await scopes.asLoginRole('select notice_receipt_awaited($1, $2, $3)', [messageId, vendorId, afterSeconds])
  },

  async begin(scopes: Scopes, messageId: string): Promise<AwaitedReceipt | undefined> {
    const rows = await scopes.asLoginRole<AwaitedReceipt & Record<string, unknown>>(
      'select * from notice_receipt_begin($1)',
      [messageId],
    )
    return rows[0]
  },

  async noted(
    scopes: Scopes,
    messageId: string,
    vendorId: string,
    { state, code }: { state: ReceiptState; code: string },
    againSeconds: number,
  ): Promise<void> {
    await scopes.asLoginRole('select notice_receipt_noted($1, $2, $3, $4, $5)', [
      messageId,
      vendorId,
      state,
      code,
      againSeconds,
    ])
  },
}
