import type { ModelPrice } from '@netward/contract/assistant'
import type { consentContents, maskedKinds, ModelForm, ModelPreset } from '@netward/contract/assistant-values'
import type { Scopes } from '../../platform/db/scope.ts'

export type MaskedKind = (typeof maskedKinds)[number]
export type ConsentContent = (typeof consentContents)[number]

/** A service that a company may call, with its sealed key: never to be answered. */
export interface CallableService {
  readonly id: string
  readonly ownerId: string
  readonly ownerCode: string
  readonly ownerIsOp: boolean
  readonly name: string
  readonly form: ModelForm
  readonly preset: ModelPreset
  readonly address: string
  readonly sealed: Buffer | null
  readonly model: string
  readonly isAbroad: boolean
  readonly mostOutput: number
  readonly prices: ModelPrice[]
  readonly state: 'ready' | 'hidden' | 'paused' | 'waiting' | 'quota'
  /** Of the company acted in, that let its data go there. */
  readonly consents: string[]
  readonly masked: MaskedKind[]
  readonly contents: ConsentContent[]
}

export const modelsRepo = {
  /** In the order of the company that pays. */
  list(scopes: Scopes, payerId: string, subjectId: string): Promise<CallableService[]> {
    return scopes.asLoginRole(
      `select id, owner_id as "ownerId", owner_code as "ownerCode", owner_is_op as "ownerIsOp", name, form, preset, address, sealed,
         model, is_abroad as "isAbroad", most_output as "mostOutput", prices, state, consents, masked, contents
       from assistant_models($1, $2)`,
      [payerId, subjectId],
    )
  },
}
