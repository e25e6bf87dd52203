import type { ModelFailureReason, ModelForm, ModelPreset } from '@netward/contract/assistant-values'
import type { ServiceCaller } from '../../../platform/outgoing-service.ts'

/** A tool that a model may ask for. */
export interface ModelTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface ToolCall {
  readonly id: string
  readonly name: string
  /** An object, as the model wrote it. */
  readonly arguments: Readonly<Record<string, unknown>>
}

export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly text: string }

export interface ModelRequest {
  readonly system: string
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ModelTool[]
  readonly mostOutput: number
}

/** Tokens: all that went in, those of them that the service had cached, and those that came out. */
export interface ModelUsage {
  readonly input: number
  readonly cached: number
  readonly output: number
}

export interface ModelAnswer {
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
  /** Null: the service did not report it. */
  readonly usage: ModelUsage | null
  readonly finish: 'stop' | 'tools' | 'length'
}

/** Where a model is, and whose call it is. */
export interface ModelEndpoint {
  readonly form: ModelForm
  readonly preset: ModelPreset
  readonly address: string
  readonly key: string | null
  readonly caller: ServiceCaller
  /** Of the whole call, and of each pause in it. */
  readonly timeoutMilliseconds: number
  readonly silenceMilliseconds: number
}

/** One form of API. */
export interface ModelClient {
  complete(
    at: ModelEndpoint & { readonly model: string },
    request: ModelRequest,
    onDelta: (text: string) => void,
    signal: AbortSignal,
  ): Promise<ModelAnswer>
  /** Names of the models that the service lists. */
  models(at: ModelEndpoint, signal: AbortSignal): Promise<string[]>
}

/** What came before a call failed: it is charged for. */
export interface Begun {
  readonly text: string
  readonly usage: ModelUsage | null
}

/** A call that failed, and why. */
export class ModelFailure extends Error {
  override name = 'ModelFailure'
  readonly reason: ModelFailureReason
  /** What the service said, shortened; never more than text. */
  readonly detail: string
  /** Seconds after which the service may be called again. */
  readonly retryAfter: number | null
  /** Null: the service took nothing. */
  readonly begun: Begun | null

  constructor(
    reason: ModelFailureReason,
    detail = '',
    more: { retryAfter?: number | null; begun?: Begun | null } = {},
  ) {
    super(`${reason} ${detail}`)
    this.reason = reason
    this.detail = detail.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300)
    this.retryAfter = more.retryAfter ?? null
    this.begun = more.begun ?? null
  }
}
