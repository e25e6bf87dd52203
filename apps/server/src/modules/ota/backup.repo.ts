import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Orderer } from '../devices/index.ts'

export interface BackupRow {
  id: string
  company_id: string
  device_id: string
  device_name: string
  state: 'ordered' | 'stored' | 'failed'
  reason: 'by_hand' | 'campaign'
  software_version: string
  size: number | null
  sha256: Buffer | null
  fault_code: string | null
  created_at: string
  created_by_name: string
  stored_at: string | null
  restore: 'queued' | 'sent' | 'started' | 'transferred' | 'failed' | 'cancelled' | 'expired' | null
  restore_fault: string | null
}

const columns = sql`b.id, b.company_id, b.device_id, d.name as device_name, b.reason, b.software_version, b.size, b.sha256,
  b.created_at, b.created_by_name, b.stored_at, x.fault_code, r.state as restore, r.fault_code as restore_fault,
  case when b.stored_at is not null then 'stored' when x.ended_at is null and b.token_until > now() then 'ordered'
    else 'failed' end as state`
const joined = sql`device_backup b
  join device d on d.company_id = b.company_id and d.id = b.device_id
  left join device_transfer x on x.id = b.transfer_id
  left join device_transfer r on r.id = b.restore_transfer_id`

export const backupRepo = {
  /** Rows for the expected files; returns each device's file id. */
  async insert(
    { db, companyId }: Pick<Orderer, 'db' | 'companyId'>,
    ordered: readonly { deviceId: string; transferId: string; tokenHash: Buffer }[],
    { reason, byName, hours }: { reason: 'by_hand' | 'campaign'; byName: string; hours: number },
  ): Promise<Map<string, string>> {
    const { rows } = await sql<{ id: string; device_id: string }>`
      insert into device_backup (company_id, device_id, reason, software_version, token_hash, token_until, transfer_id, created_by_name)
      select ${companyId}::bigint, d.id, ${reason}, d.software_version, o.token_hash, now() + make_interval(hours => ${hours}),
        o.transfer_id, ${byName}
      from unnest(${ordered.map((one) => one.deviceId)}::bigint[], ${ordered.map((one) => one.transferId)}::bigint[],
        ${ordered.map((one) => one.tokenHash)}::bytea[]) as o (device_id, transfer_id, token_hash)
      join device d on d.id = o.device_id
      returning id, device_id`.execute(db)
    return new Map(rows.map((row) => [row.device_id, row.id]))
  },

  async page({ db }: Pick<RequestContext, 'db'>, deviceId: string): Promise<BackupRow[]> {
    const { rows } = await sql<BackupRow>`select ${columns} from ${joined}
      where b.device_id = ${deviceId}::bigint order by b.id desc limit 50`.execute(db)
    return rows
  },

  async find({ db }: Pick<RequestContext, 'db'>, id: string): Promise<BackupRow | undefined> {
    const { rows } =
      await sql<BackupRow>`select ${columns} from ${joined} where b.id = ${id}::bigint`.execute(db)
    return rows[0]
  },

  async content({ db }: Pick<RequestContext, 'db'>, id: string): Promise<Buffer | null> {
    const { rows } = await sql<{ content: Buffer | null }>`
      select content from device_backup where id = ${id}::bigint`.execute(db)
    return rows[0]?.content ?? null
  },

  async remove({ db, scope }: Pick<RequestContext, 'db' | 'scope'>, id: string): Promise<void> {
    await sql`delete from device_backup where id = ${id}::bigint and company_id = ${scope.companyId}::bigint`.execute(
      db,
    )
  },

  async setRestore(
    { db, scope }: Pick<RequestContext, 'db' | 'scope'>,
    id: string,
    { tokenHash, transferId, hours }: { tokenHash: Buffer; transferId: string; hours: number },
  ): Promise<void> {
    await sql`update device_backup set restore_hash = ${tokenHash}, restore_transfer_id = ${transferId}::bigint,
        restore_until = now() + make_interval(hours => ${hours})
      where id = ${id}::bigint and company_id = ${scope.companyId}::bigint`.execute(db)
  },

  async expected(scopes: Scopes, hash: Buffer): Promise<string | null> {
    const [row] = await scopes.asLoginRole<{ id: string | null }>('select backup_expected($1) as id', [hash])
    return row?.id ?? null
  },

  async store(
    scopes: Scopes,
    hash: Buffer,
    file: { sealed: Buffer; size: number; sha256: Buffer },
  ): Promise<boolean> {
    const [row] = await scopes.asLoginRole<{ stored: boolean }>(
      'select store_backup($1, $2, $3, $4) as stored',
      [hash, file.sealed, file.size, file.sha256],
    )
    return row?.stored ?? false
  },

  async download(scopes: Scopes, hash: Buffer): Promise<{ backup_id: string; content: Buffer } | null> {
    const [row] = await scopes.asLoginRole<{ backup_id: string; content: Buffer }>(
      'select backup_id, content from backup_download($1)',
      [hash],
    )
    return row ?? null
  },

  async prune(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select prune_backups()')
  },
}
