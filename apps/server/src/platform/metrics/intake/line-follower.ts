import type { LoginQuery } from '../../db/scope.ts'

/** Brings what follows from new minutes of lines up to them, in the transaction that acknowledges their batch. */
export type LineFollower = (query: LoginQuery, lineIds: readonly string[]) => Promise<void>
