import type { Logger } from '../log.ts'
import type { Scopes } from '../db/scope.ts'

export interface JobTools {
  readonly scopes: Scopes
  readonly log: Logger
  /** Aborted when this process stops: long work returns and is repeated elsewhere. */
  readonly signal: AbortSignal
}

/** A task of the queue. It may run more than once, and derives its scope anew from `companyId`. */
export type JobHandler = (payload: JobPayload, tools: JobTools) => Promise<void>
export type JobPayload = Record<string, unknown> & { companyId: string }

/** A periodic task of the workers: every `everySeconds`, never twice at once. */
export interface Sweep {
  readonly name: string
  readonly everySeconds: number
  readonly run: (tools: JobTools) => Promise<void>
}

/** Thrown by a job that must be retried later, for a reason that is not a failure. */
export class RetryLater extends Error {
  override name = 'RetryLater'
}
