import { createHash } from 'node:crypto'
import { answersFile, type Endpoint, type ErrorCode, wireCode } from '@netward/contract'
import { applicationTokenPrefix } from '@netward/contract/open-api'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Claims, Scope } from '../db/scope.ts'
import type { Db } from '../db/transaction.ts'
import { AppError } from '../errors.ts'
import type { Secrets } from '../secrets.ts'
import type { CallContext, UploadedFile } from './context.ts'

/** A request that an application may repeat without a second effect. */
export interface Repeatable {
  readonly key: string
  readonly hash: Buffer
}

/** Result of the first of equal requests. */
type Outcome = { answer: unknown } | { error: { code: ErrorCode; params: AppError['params']; data: unknown } }

/** How long an answer is kept, as the sweep that deletes them assumes. */
const kept = '24 hours'

/**
 * The request as Idempotency-Key identifies it: null without the header, for people and for reads.
 * @throws AppError request.invalid for a malformed key.
 */
export function repeatableOf(
  endpoint: Endpoint,
  claims: Claims,
  request: FastifyRequest,
  call: Pick<CallContext, 'phrase'>,
  input: { fields: unknown; file: UploadedFile | null },
): Repeatable | null {
  const key = request.headers['idempotency-key']
  if (key === undefined || endpoint.method !== 'POST' || endpoint.reads) return null
  if (answersFile(endpoint)) return null
  if (!claims.token.startsWith(applicationTokenPrefix)) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,100}$/.test(key)) {
    const fields = [{ field: 'Idempotency-Key', message: call.phrase('validation.format') }]
    throw new AppError('request.invalid', { data: { fields } })
  }
  const hash = createHash('sha256').update(JSON.stringify([endpoint.path, input.fields]))
  if (input.file !== null) hash.update(input.file.content)
  return { key, hash: hash.digest() }
}

/** Answers to applications, sealed, in the transaction of their effect. */
export class StoredAnswers {
  readonly #secrets: Secrets
  readonly #request: Repeatable

  constructor(secrets: Secrets, request: Repeatable) {
    this.#secrets = secrets
    this.#request = request
  }

  /**
   * Does the work once. A concurrent equal request waits for the end of this transaction: the row exists if
   * it committed, and is gone if it was rolled back.
   */
  async once<T>(db: Db, scope: Scope, work: () => Promise<T>): Promise<T> {
    const earlier = await this.begin(db, scope)
    if (earlier !== null) return resultOf(earlier) as T
    const answer = await work()
    await this.keep(db, scope, { answer })
    return answer
  }

  /**
   * Takes the key, or returns the first request's result.
   * @throws AppError request.key_reused for another request, request.in_progress for an unfinished one.
   */
  async begin(db: Db, scope: Scope): Promise<Outcome | null> {
    const { key, hash } = this.#request
    const { rows: taken } = await sql`
      insert into application_answer as a (company_id, person_id, key, request_hash)
      values (${scope.companyId}, ${scope.personId}, ${key}, ${hash})
      on conflict (company_id, person_id, key) do update
        set request_hash = excluded.request_hash, answer = null, created_at = now()
        where a.created_at < now() - ${kept}::interval
      returning 1`.execute(db)
    if (taken.length > 0) return null
    const { rows } = await sql<{ request_hash: Buffer; answer: Buffer | null }>`
      select request_hash, answer from application_answer
      where company_id = ${scope.companyId} and person_id = ${scope.personId} and key = ${key}`.execute(db)
    const [found] = rows
    if (found?.request_hash.equals(hash) === false) throw new AppError('request.key_reused')
    if (!found?.answer) throw new AppError('request.in_progress')
    return JSON.parse(this.#secrets.open(found.answer, context(scope)).toString()) as Outcome
  }

  async keep(db: Db, scope: Scope, outcome: Outcome): Promise<void> {
    const sealed = this.#secrets.seal(JSON.stringify(outcome), context(scope))
    await sql`update application_answer set answer = ${sealed}
      where company_id = ${scope.companyId} and person_id = ${scope.personId} and key = ${this.#request.key}`.execute(
      db,
    )
  }

  /** It failed without effect: it may be repeated. */
  async release(db: Db, scope: Scope): Promise<void> {
    await sql`delete from application_answer
      where company_id = ${scope.companyId} and person_id = ${scope.personId} and key = ${this.#request.key}`.execute(
      db,
    )
  }
}

/** @throws AppError when the first request ended with one. */
export function resultOf(outcome: Outcome): unknown {
  if ('answer' in outcome) return outcome.answer
  const { code, params, data } = outcome.error
  throw new AppError(code, { params, data })
}

/** For several transactions: a batch that failed in part has done the rest, and is not repeated. */
export function lastingError(error: unknown): Outcome | null {
  if (!(error instanceof AppError) || ![50001, 50002].includes(Number(wireCode(error.code)))) return null
  return { error: { code: error.code, params: error.params, data: error.data } }
}

function context({ companyId, personId }: Scope): string {
  return `answer:${companyId}:${personId}`
}
