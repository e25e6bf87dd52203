import type { Scopes } from '../../platform/db/scope.ts'

export interface Download {
  readonly file_company_id: string
  readonly file_id: string
  readonly size: number
  readonly sha256: Buffer
}

export const downloadRepo = {
  async find(scopes: Scopes, hash: Buffer): Promise<Download | null> {
    const rows = await scopes.asLoginRole<Download & Record<string, unknown>>(
      'select file_company_id, file_id, size, sha256 from firmware_download($1)',
      [hash],
    )
    return rows[0] ?? null
  },

  async chunk(scopes: Scopes, download: Download, position: number): Promise<Buffer | null> {
    const rows = await scopes.asLoginRole<{ data: Buffer | null }>(
      'select firmware_chunk($1, $2, $3) as data',
      [download.file_company_id, download.file_id, position],
    )
    return rows[0]?.data ?? null
  },

  async note(scopes: Scopes, hash: Buffer, bytes: number): Promise<void> {
    await scopes.asLoginRole('select note_download($1, $2)', [hash, bytes])
  },
}
