import type { ConfigurationProfile } from '@netward/contract/configuration-values'
import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db'>

/** Column names of the contract. */
export interface VersionRow {
  readonly id: string
  readonly firstAt: string
  readonly lastAt: string
  readonly bytes: number
  readonly lines: number
  readonly profile: ConfigurationProfile
  readonly byName: string | null
}

const shown = sql`v.id, v.first_at as "firstAt", v.last_at as "lastAt", v.bytes, v.lines, v.profile, v.by_name as "byName"`

export const versionRepo = {
  async page(
    { db }: Reader,
    deviceId: string,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ items: VersionRow[]; total: number }> {
    const { rows } = await sql<VersionRow>`select ${shown} from configuration_version v
      where v.device_id = ${deviceId}::bigint order by v.id desc limit ${limit}::int offset ${offset}::int`.execute(
      db,
    )
    const counted = await sql<{
      n: number
    }>`select count(*)::int as n from (select 1 from configuration_version v
      where v.device_id = ${deviceId}::bigint limit ${sql.lit(countCap + 1)}) counted`.execute(db)
    return { items: rows, total: counted.rows[0]?.n ?? 0 }
  },

  async find(
    { db }: Reader,
    deviceId: string,
    versionId: string,
  ): Promise<(VersionRow & { content: Buffer; digest: Buffer }) | undefined> {
    const { rows } = await sql<VersionRow & { content: Buffer; digest: Buffer }>`
      select ${shown}, v.content, v.digest from configuration_version v
      where v.device_id = ${deviceId}::bigint and v.id = ${versionId}::bigint`.execute(db)
    return rows[0]
  },
}
