import { sql } from 'kysely'
import type { Db } from '../db/transaction.ts'

/** A place in the stream of events: by transaction, then by number. */
export interface Cursor {
  readonly tx: string
  readonly id: string
}

/**
 * Position of the stream for a current reader: everything before it is included in their read, everything
 * after it is still to be sent.
 */
export async function cursorNow(db: Db): Promise<string> {
  const { rows } = await sql<{
    tx: string
  }>`select pg_snapshot_xmin(pg_current_snapshot())::text as tx`.execute(db)
  return cursorText({ tx: rows[0]!.tx, id: '0' })
}

export function isBefore(a: Cursor, b: Cursor): boolean {
  const [left, right] = [BigInt(a.tx), BigInt(b.tx)]
  return left === right ? BigInt(a.id) < BigInt(b.id) : left < right
}

export function cursorText(at: Cursor): string {
  return `${at.tx}.${at.id}`
}

/** Null when invalid. */
export function parseCursor(text: string | null): Cursor | null {
  const match = /^(\d{1,18})\.(\d{1,18})$/.exec(text ?? '')
  return match ? { tx: match[1]!, id: match[2]! } : null
}
