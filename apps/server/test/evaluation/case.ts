import type {
  AssistantTool,
  ProposalKind,
  Recipe,
  ReferenceKind,
} from '@netward/contract/conversation-values'
import type { Estate } from './estate.ts'

/** A value that an answer has to name, because a result of a tool has it. */
export interface Fact {
  /** Keys above the value in the result, joined by dots; left out: anywhere. */
  readonly at?: RegExp
  readonly is: string | number | RegExp
  /** How an answer may write it instead, as the person reads it. */
  readonly said?: RegExp
}

export interface Thing {
  readonly kind: ReferenceKind
  readonly id: string
}

/** A call of the scripted model: one tool, by the name that models see. */
export type Call = readonly [tool: string, input: Readonly<Record<string, unknown>>]

export interface Turn {
  readonly question: string
  readonly recipe?: Recipe
  readonly screen?: {
    readonly path: string
    readonly title: string
    readonly subject?: Thing
    readonly filters?: Readonly<Record<string, string>>
  }
  /** Rounds of the scripted model. */
  readonly calls: readonly (readonly Call[])[]
  /** Each entry: one of these tools was used. */
  readonly tools: readonly (readonly AssistantTool[])[]
  /** The answer links to them, or a tool was asked for them. */
  readonly things?: readonly Thing[]
  readonly facts?: readonly Fact[]
  /** Neither the answer nor a result contains it. */
  readonly never?: readonly (string | RegExp)[]
  /** There is nothing, or the person may not see it: the answer says so. */
  readonly says?: 'no data' | 'not allowed'
  readonly proposes?: { readonly kind: ProposalKind; readonly subject?: Thing }
  readonly shows?: 'panel' | 'metric'
}

export type Topic = 'reading' | 'ready-made' | 'rights' | 'no data' | 'proposals' | 'two turns' | 'screen'

export interface Case {
  readonly name: string
  readonly topic: Topic
  readonly language: 'zh' | 'en'
  /** Left out: the administrator. `msp` acts in the tenant. */
  readonly who?: keyof Estate['people']
  readonly turns: readonly Turn[]
}

export type Cases = (estate: Estate) => readonly Case[]
