import type { AuditAction, LiveEventKind } from '@netward/contract'
import { type Language, phrase, type PhraseKey } from '@netward/phrases/server'
import type { Scope } from '../db/scope.ts'
import type { Db } from '../db/transaction.ts'
import { sql } from 'kysely'
import { Cookies } from './cookies.ts'

/** What every handler gets: caller and language. */
export interface CallContext {
  readonly requestId: string
  readonly language: Language
  /** The peer, or the address that a trusted proxy reports. */
  readonly remoteAddress: string
  readonly userAgent: string
  /** The proposal of the assistant that the request carries out. */
  readonly proposalId?: string | null
  /** Of the request, and those that the answer sets. */
  readonly cookies: Cookies
  phrase(key: PhraseKey, params?: Record<string, string | number>): string
}

/** A file of a multipart request. */
export interface UploadedFile {
  readonly filename: string
  readonly content: Buffer
}

/**
 * A handler behind a session: `db` is the request's transaction with its scope set. No other handle reaches
 * tenant data.
 */
export interface RequestContext extends CallContext {
  readonly db: Db
  readonly scope: Scope
  /** Writes the audit entry of this act, in the same transaction. */
  audit(entry: {
    action: AuditAction
    subjectKind?: string
    subjectId?: string
    detail?: Record<string, unknown>
  }): Promise<void>
  /** Notifies live screens, once the transaction is committed. */
  emit(kind: LiveEventKind, subjectId: string | null, data?: Record<string, unknown>): Promise<void>
  /**
   * Queues a job, once the transaction is committed. The job gets the company acted in and derives its scope
   * anew.
   */
  enqueue(task: string, payload: Record<string, unknown>, options?: { key?: string }): Promise<void>
  /** Runs after the commit, outside the transaction. */
  afterCommit(effect: () => void): void
}

/** One of the company's own people: people from above cannot change the tenant's rules about them. */
export function isAtHome({ scope }: Pick<RequestContext, 'scope'>): boolean {
  return scope.homeCompanyId === scope.companyId
}

export function callContext(
  call: Pick<CallContext, 'requestId' | 'language' | 'remoteAddress' | 'userAgent' | 'proposalId'>,
  cookies = new Cookies(undefined),
): CallContext {
  return { ...call, cookies, phrase: (key, params) => phrase(call.language, key, params) }
}

export function requestContext(
  call: CallContext,
  db: Db,
  scope: Scope,
  effects: (() => void)[],
): RequestContext {
  const proposed = call.proposalId ?? null
  return {
    ...call,
    db,
    scope,
    async audit({ action, subjectKind, subjectId, detail }) {
      await sql`select write_audit(${action}, ${scope.actorName}, ${subjectKind ?? null}, ${subjectId ?? null},
        ${JSON.stringify(proposed === null ? (detail ?? {}) : { ...detail, proposedByAssistant: proposed })}::jsonb, ${call.requestId})`.execute(
        db,
      )
    },
    async emit(kind, subjectId, data) {
      await db
        .insertInto('live_event')
        .values({
          company_id: scope.companyId,
          kind,
          subject_id: subjectId,
          data: JSON.stringify(data ?? {}),
        })
        .execute()
    },
    async enqueue(task, payload, options) {
      await sql`select enqueue(${task}, ${JSON.stringify(payload)}::jsonb, ${options?.key ?? null})`.execute(
        db,
      )
    },
    afterCommit: (effect) => effects.push(effect),
  }
}
