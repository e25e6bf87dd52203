import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface RequestedRead {
  deviceId: string
  kind: 'get_parameter_values' | 'get_parameter_attributes'
  paths: readonly string[]
}

export interface QueuedRead {
  id: string
  device_id: string
  kind: RequestedRead['kind']
  paths: string[]
  /** False: a pending read already covers the request. */
  added: boolean
}

export const commandReadRepo = {
  /**
   * One read per device, unless an open one covers it. The devices are locked against concurrent additions.
   */
  async insert({ db, scope }: Reader, reads: readonly RequestedRead[]): Promise<QueuedRead[]> {
    const { rows } = await sql<QueuedRead>`
      with wanted as (
        select w.device_id, w.kind, w.paths, (
          select min(c.id) from device_command c where c.device_id = w.device_id and c.kind = w.kind
            and c.state in ('waiting', 'sent') and c.expires_at > now() and c.request->'paths' @> w.paths) as open
        from unnest(${reads.map(({ deviceId }) => deviceId)}::bigint[], ${reads.map(({ kind }) => kind)}::text[],
          ${reads.map(({ paths }) => JSON.stringify(paths))}::jsonb[]) w (device_id, kind, paths)
      ), added as (
        insert into device_command (company_id, device_id, kind, request, created_by, created_by_name, expires_at)
        select ${scope.companyId}::bigint, device_id, kind, jsonb_build_object('paths', paths), ${scope.personId}::bigint,
          ${scope.actorName}, now() + interval '1 day'
        from wanted where open is null
        returning id, device_id, kind
      )
      select coalesce(a.id, w.open)::text as id, w.device_id::text, w.kind, w.paths, a.id is not null as added
      from wanted w left join added a on a.device_id = w.device_id and a.kind = w.kind`.execute(db)
    return rows
  },
}
