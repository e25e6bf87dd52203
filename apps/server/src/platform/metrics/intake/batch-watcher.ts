import type { Integer } from '../codec/bytes.ts'

/** A value that was taken in. */
export interface WatchedValue {
  readonly metric: string
  readonly instance: string
  readonly slot: number
  readonly value: Integer
}

export interface WatchedPoll {
  readonly deviceId: string
  /** By the receiver's clock, in milliseconds. */
  readonly at: number
  /** It follows from another poll (poll-deriver.ts): its times are not in order with those of the subject's own. */
  readonly derived?: boolean
  readonly values: readonly WatchedValue[]
}

/** What follows from the polls of a batch. */
export interface Followed {
  /** For `alarm_advance`, which runs in the transaction that acknowledges the batch; null: nothing was looked at. */
  readonly advance: string | null
  /** The batch is committed, and was no repeat. */
  committed(): void
}

/** Follows samples as they are written. */
export interface BatchWatcher {
  follow(polls: readonly WatchedPoll[], receivedAt: number): Promise<Followed>
  /** Another process changed what is known of these devices: follow the batch again. */
  stale(polls: readonly WatchedPoll[]): void
  /** The version of the rules when the batch was written. */
  rulesAt(version: string): void
}

/** SQLSTATE by which `alarm_advance` refuses what another process has overtaken. */
export const staleSqlState = 'NW002'
