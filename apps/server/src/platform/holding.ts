import type { HandedKind } from '@netward/contract/offboarding-values'
import type { RequestContext } from './http/context.ts'

/** A member of the company acted in. */
export interface MemberRef {
  readonly memberId: string
  readonly personId: string
}

export interface Held {
  readonly memberId: string
  readonly name: string
}

/** What members hold and another takes over before they leave. The module that it belongs to declares it. */
export interface Holding {
  readonly kind: HandedKind
  /** One entry for each thing that one of the members holds, by member and name. */
  held(ctx: RequestContext, memberIds: readonly string[]): Promise<Held[]>
  /** Null: nobody takes it over. Returns how many were handed over; a repeated call finds none. */
  handOver(ctx: RequestContext, from: MemberRef, to: MemberRef | null): Promise<number>
}
