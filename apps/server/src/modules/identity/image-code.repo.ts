import type { Scopes } from '../../platform/db/scope.ts'

export const imageCodeRepo = {
  async insert(scopes: Scopes, id: string, hash: Buffer, seconds: number): Promise<void> {
    await scopes.asLoginRole('select issue_image_code($1, $2, $3)', [id, hash, seconds])
  },

  /** Null if absent or expired. Deleted by the read. */
  async take(scopes: Scopes, id: string): Promise<Buffer | null> {
    const rows = await scopes.asLoginRole<{ hash: Buffer | null }>('select take_image_code($1) as hash', [id])
    return rows[0]?.hash ?? null
  },
}
