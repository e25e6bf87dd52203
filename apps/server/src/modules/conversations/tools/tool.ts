import type { PermissionCode } from '@netward/contract'
import type { AssistantTool, ProposalKind, ReferenceKind } from '@netward/contract/conversation-values'
import type { AnswerPart } from '@netward/contract/conversations'
import type { Language } from '@netward/phrases/server'
import type { z } from 'zod'
import type { EndpointCaller } from '../../../platform/http/endpoint-caller.ts'

/** What a tool reads with: everything goes through the endpoints of the console, as the person who asks. */
export interface ToolContext {
  readonly call: EndpointCaller
  readonly language: Language
  /** Of the company acted in. */
  readonly timeZone: string
  readonly now: Date
  readonly signal: AbortSignal
}

/** A thing that an answer may link to. */
export interface NamedReference {
  readonly kind: ReferenceKind
  readonly id: string
  readonly name: string
}

/** An act that a tool proposes; nothing has been done. */
export interface NewProposal {
  readonly kind: ProposalKind
  readonly subject: NamedReference | null
  /** As the endpoint of the act takes it. */
  readonly input: Readonly<Record<string, unknown>>
  readonly reason: string
  /** Of a template: the text that it changes. */
  readonly before: string | null
}

export interface ToolAnswer {
  /** JSON for the model: no more than `mostResultCharacters`; lists say how many there are in all. */
  readonly data: unknown
  readonly references: readonly NamedReference[]
  /** Shown beside the answer. */
  readonly part?: Exclude<AnswerPart, { kind: 'proposal' }>
  readonly proposal?: NewProposal
}

/** Why a tool has no result: a sentence for the model and for the person. */
export class ToolFailure extends Error {
  override name = 'ToolFailure'
  readonly reason: 'not_found' | 'denied' | 'invalid' | 'session' | 'failed'
  constructor(reason: ToolFailure['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

export interface Tool {
  /** What the model calls; `propose_<kind>` for proposals. */
  readonly name: string
  /** How it is shown. */
  readonly shown: AssistantTool
  /** English, for the model. */
  readonly description: string
  readonly input: z.ZodObject
  /** Without one of them the tool is not offered. Empty: everyone has it. */
  readonly needs: readonly PermissionCode[]
  run(context: ToolContext, input: Readonly<Record<string, unknown>>): Promise<ToolAnswer>
}

export const mostResultCharacters = 12_000
