import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { fileChunkBytes } from '../files/index.ts'

export interface UploadRow {
  id: string
  firmware_id: string
  file_id: string
  file_name: string
  size: number
  received: number
  started_by_name: string
  touched_at: string
}

type Reader = Pick<RequestContext, 'db' | 'scope'>

const columns = sql`id, firmware_id, file_id, file_name, size, received, started_by_name, touched_at`
/** Chunks per read: 4 MiB. */
const chunkConcurrency = 16

export const uploadRepo = {
  async ofFirmware({ db, scope }: Reader, firmwareId: string): Promise<UploadRow | undefined> {
    const { rows } = await sql<UploadRow>`select ${columns} from firmware_upload
      where company_id = ${scope.companyId}::bigint and firmware_id = ${firmwareId}::bigint`.execute(db)
    return rows[0]
  },

  async lock({ db, scope }: Reader, id: string): Promise<UploadRow | undefined> {
    const { rows } = await sql<UploadRow>`select ${columns} from firmware_upload
      where company_id = ${scope.companyId}::bigint and id = ${id}::bigint for update`.execute(db)
    return rows[0]
  },

  /** With the file its parts become; nothing refers to it until complete. */
  async insert(
    { db, scope }: Reader,
    firmwareId: string,
    { fileName, size }: { fileName: string; size: number },
  ): Promise<UploadRow> {
    const { rows } = await sql<UploadRow>`
      with made as (
        insert into file (company_id, name, media_type, size, sha256, created_by)
        values (${scope.companyId}::bigint, ${`${randomBytes(16).toString('hex')}.bin`}, 'application/octet-stream', ${size},
          ''::bytea, ${scope.personId}::bigint)
        returning id)
      insert into firmware_upload (company_id, firmware_id, file_id, file_name, size, started_by_name)
      select ${scope.companyId}::bigint, ${firmwareId}::bigint, made.id, ${fileName}, ${size}, ${scope.actorName} from made
      returning ${columns}`.execute(db)
    return rows[0]!
  },

  /** The next part, starting at a chunk boundary. */
  async append({ db, scope }: Reader, upload: UploadRow, content: Buffer): Promise<UploadRow> {
    const first = upload.received / fileChunkBytes
    const chunks = Array.from({ length: Math.ceil(content.length / fileChunkBytes) }, (_, index) => ({
      company_id: scope.companyId,
      file_id: upload.file_id,
      position: first + index,
      data: content.subarray(index * fileChunkBytes, (index + 1) * fileChunkBytes),
    }))
    await db.insertInto('file_chunk').values(chunks).execute()
    const { rows } = await sql<UploadRow>`
      update firmware_upload set received = received + ${content.length}, touched_at = now()
      where id = ${upload.id}::bigint returning ${columns}`.execute(db)
    return rows[0]!
  },

  /** Over all data received, read in portions. */
  async hash({ db, scope }: Reader, { file_id }: UploadRow): Promise<Buffer> {
    const hash = createHash('sha256')
    for (let from = 0; ; from += chunkConcurrency) {
      const { rows } = await sql<{ data: Buffer }>`select data from file_chunk
        where company_id = ${scope.companyId}::bigint and file_id = ${file_id}::bigint
          and position >= ${from} and position < ${from + chunkConcurrency} order by position`.execute(db)
      for (const { data } of rows) hash.update(data)
      if (rows.length < chunkConcurrency) return hash.digest()
    }
  },

  /** The file is complete: attaches it to the firmware. */
  async finish({ db, scope }: Reader, upload: UploadRow, sha256: Buffer): Promise<void> {
    await sql`update file set sha256 = ${sha256}
      where company_id = ${scope.companyId}::bigint and id = ${upload.file_id}::bigint`.execute(db)
    await sql`delete from firmware_upload where id = ${upload.id}::bigint`.execute(db)
  },

  async remove({ db, scope }: Reader, upload: UploadRow): Promise<void> {
    await sql`delete from firmware_upload where id = ${upload.id}::bigint`.execute(db)
    await sql`delete from file where company_id = ${scope.companyId}::bigint and id = ${upload.file_id}::bigint`.execute(
      db,
    )
  },

  /** Maximum size of a multipart file, in megabytes. */
  async limit({ db }: Pick<Reader, 'db'>): Promise<number> {
    const { rows } = await sql<{ limit: number }>`
      select firmware_limit as "limit" from platform_settings()`.execute(db)
    return rows[0]!.limit
  },

  async sweep(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select sweep_uploads()')
  },
}
