import type { AssistantFeature, ModelFailureReason } from '@netward/contract/assistant-values'
import type { AssistantMessage } from '@netward/contract/conversations'
import type { Language } from '@netward/phrases/server'
import type { Db } from '../../platform/db/transaction.ts'
import type { EndpointCaller } from '../../platform/http/endpoint-caller.ts'
import type { ModelMessage, ReadyModel } from '../assistant/index.ts'
import type { Exit } from './exit/index.ts'
import type { Tool } from './tools/tool.ts'

export type Failure = NonNullable<AssistantMessage['failure']>

/** A question that is to be answered. */
export interface TurnOf {
  readonly companyId: string
  readonly personId: string
  readonly personName: string
  readonly feature: AssistantFeature
  readonly messageId: string
  readonly models: readonly ReadyModel[]
  readonly system: string
  /** Earlier questions and answers, and this question last. */
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly Tool[]
  readonly exit: Exit
  readonly call: EndpointCaller
  readonly language: Language
  readonly timeZone: string
  readonly now: Date
  /** Whether the person may still ask. */
  readonly isAllowed: () => Promise<boolean>
  /** In a transaction of the company of the person who asks. */
  readonly write: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** The message as it is stored. */
  readonly stored: () => Promise<AssistantMessage>
}

/** Ends the answer with a reason. */
export class Ended extends Error {
  override name = 'Ended'
  readonly failure: Failure
  constructor(reason: Failure['reason'], more: { model?: ModelFailureReason; detail?: string } = {}) {
    super(reason)
    this.failure = { reason, model: more.model ?? null, detail: more.detail ?? '' }
  }
}
