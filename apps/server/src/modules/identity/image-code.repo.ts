import type { Scopes } from '../../platform/db/scope.ts'

export const imageCodeRepo = {
  async insert(scopes: Scopes, id: string, hash: Buffer, seconds: number): Promise<void> {
    await scopes.narrow('select issue_image_code($1, $2, $3)', [id, hash, seconds])
  },

  /** Null when there is none (any more). It is gone afterwards. */
  async take(scopes: Scopes, id: string): Promise<Buffer | null> {
    const rows = await scopes.narrow<{ hash: Buffer | null }>('select take_image_code($1) as hash', [id])
    return rows[0]?.hash ?? null
  },
}
