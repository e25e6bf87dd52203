import { sql } from 'kysely'
import { refusalOf } from '../db/scope.ts'
import { AppError } from '../errors.ts'
import type { RequestContext } from '../http/context.ts'
import { errorText } from '../http/error-text.ts'

type Reader = Pick<RequestContext, 'db' | 'language'>

/** Writes that are tried within a transaction, which goes on when they are refused. */
export const attempts = {
  /**
   * Why a write is refused, in the caller's language, and then nothing of it stays; null when it is done.
   * @param codes refusals that are answered; every error of the application without it
   */
  async refusalOf(
    { db, language }: Reader,
    write: () => Promise<unknown>,
    codes?: readonly string[],
  ): Promise<string | null> {
    const refusal = await attempts.errorOf({ db }, write, codes)
    return refusal === null ? null : errorText(refusal, language)
  },

  /** The same, as the error. */
  async errorOf(
    { db }: Pick<Reader, 'db'>,
    write: () => Promise<unknown>,
    codes?: readonly string[],
  ): Promise<AppError | null> {
    await sql`savepoint attempt`.execute(db)
    try {
      await write()
      return null
    } catch (error) {
      const refusal = error instanceof AppError ? error : refusalOf(error)
      if (refusal === null || codes?.includes(refusal.code) === false) throw error
      await sql`rollback to savepoint attempt`.execute(db)
      return refusal
    }
  },

  /** Rolls back the last successful attempt. */
  undo: ({ db }: Reader) => sql`rollback to savepoint attempt`.execute(db),

  /** Does a piece of work and takes all that it wrote back. */
  async takenBack<T>({ db }: Reader, work: () => Promise<T>): Promise<T> {
    await sql`savepoint whole`.execute(db)
    const answer = await work()
    await sql`rollback to savepoint whole`.execute(db)
    return answer
  },
}
