/** What a fake model service does wrong with the next call. */
export type ModelFault =
  /** Each event arrives in pieces of three bytes, which also cut characters. */
  | 'split'
  | 'no_usage'
  | 'wrong_json'
  | 'no_tools'
  /** The arguments of the tool are no JSON. */
  | 'broken_arguments'
  | 'bad_key'
  | 'unknown_model'
  /** 429 with Retry-After: 7. */
  | 'busy'
  | 'broken'
  /** It accepts the call and never answers. */
  | 'hang'
  /** The connection ends in the middle of the answer, without an end. */
  | 'truncated'
  /** The service stops the answer by its own rules on content. */
  | 'filtered'

/** What both forms count: all tokens that went in, those of them from the cache, those that came out. */
export interface ModelTokens {
  readonly input: number
  readonly cached: number
  readonly output: number
}

/** A call as the service understood it. */
export interface HeardCall {
  readonly model: string
  readonly mostOutput: number
  readonly text: string
  readonly tools: readonly string[]
  /** What each tool takes, as JSON Schema, by its name. */
  readonly schemas: Readonly<Record<string, unknown>>
  /** What the service charges for it; null: nothing was answered. */
  readonly charged: ModelTokens | null
  /** By `performance.now()`: when the call was there, and when its first event left. */
  readonly at: number
  readonly firstAt: number
}

/** What a scripted model says: words, then tools that it asks for. */
export interface ModelReply {
  readonly words?: string
  readonly tools?: readonly { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }[]
}

/** A call before it is answered. */
export type AskedCall = Omit<HeardCall, 'charged' | 'at' | 'firstAt'>

export interface ModelServiceOptions {
  /** Of loopback; left out: one that is free. */
  readonly port?: number
  /** The models that it has. */
  readonly models?: readonly string[]
}

export interface ModelService {
  /** What a provider takes as its base address. */
  readonly address: string
  readonly key: string
  readonly heard: HeardCall[]
  /** Requests that a real service would refuse: each is a mistake of the client. */
  readonly mistakes: string[]
  /** Of the next calls, one each. */
  readonly faults: ModelFault[]
  /** Words that it answers to whatever does not ask for a tool. */
  answer: string
  /** Answers each call instead, if set: null leaves it to the service. */
  play: ((call: AskedCall) => ModelReply | null) | null
  /** Milliseconds between two events of an answer; 0: all at once. */
  paceMilliseconds: number
  stop(): Promise<void>
}
