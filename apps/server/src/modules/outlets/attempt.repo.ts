import { sql } from 'kysely'
import pg from 'pg'
import { refusalSqlState } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db'>

/** Writes that are tried within a transaction which goes on when they do not fit. */
export const attemptRepo = {
  /** False when the licence has no room: then nothing of it is there. */
  async withinQuota({ db }: Reader, write: () => Promise<unknown>): Promise<boolean> {
    await sql`savepoint attempt`.execute(db)
    try {
      await write()
      return true
    } catch (error) {
      if (!isExceeded(error)) throw error
      await sql`rollback to savepoint attempt`.execute(db)
      return false
    }
  },

  /** Takes back the attempt that succeeded last. */
  undo: ({ db }: Reader) => sql`rollback to savepoint attempt`.execute(db),
}

function isExceeded(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === refusalSqlState &&
    error.message === 'licence.exceeded'
  )
}
