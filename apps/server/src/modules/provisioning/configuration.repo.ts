import {
  type DataModelRoot,
  GatewayTree,
  type KnownParameter,
  type KnownValues,
  type TemplateContent,
} from '@netward/cwmp'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface Candidate {
  id: string
  name: string
  root: DataModelRoot | null
  variables: Record<string, string>
}

/** Applied to gateways besides the one in question. */
export interface OtherTemplate {
  id: string
  name: string
  content: TemplateContent
}

export interface DeviceConfiguration extends Candidate {
  /** `owner`: the company above that wrote it. */
  templates: { id: string; name: string; version: number; owner: string | null; content: TemplateContent }[]
  foreign_key: string | null
  foreign_key_at: string | null
  state: 'applied' | 'unverified' | 'drifted' | 'failed' | null
  waits: boolean
  checked_at: string | null
  applied_at: string | null
  drifted_since: string | null
  problems: { path: string; code: string; text: string }[] | null
  unknowable: string[] | null
  added: { path: string; key: Record<string, string> }[]
}

export const configurationRepo = {
  findOwner({ db }: Reader, deviceId: string): Promise<{ company_id: string } | undefined> {
    return db.selectFrom('device').select('company_id').where('id', '=', deviceId).executeTakeFirst()
  },

  async find({ db }: Pick<Reader, 'db'>, deviceId: string): Promise<DeviceConfiguration | undefined> {
    const { rows } = await sql<DeviceConfiguration>`
      select d.id, d.name, d.data_model_root as root, provision_variables(d) as variables,
        d.foreign_key, d.foreign_key_at,
        coalesce((select jsonb_agg(jsonb_build_object('id', t.template_id::text, 'name', t.name, 'version', t.version, 'content', t.content, 'owner', t.owner))
          from provision_templates(d.id) t), '[]') as templates,
        coalesce((select jsonb_agg(jsonb_build_object('path', o.path, 'key', o.key) order by o.path)
          from provision_object o where o.company_id = d.company_id and o.device_id = d.id), '[]') as added,
        exists (select from device_command c where c.company_id = d.company_id and c.device_id = d.id
          and c.kind = 'provision' and c.state in ('waiting', 'sent') and not (c.request->>'check')::boolean) as waits,
        s.state, s.checked_at, s.applied_at, s.drifted_since, s.problems, s.unknowable
      from device d left join provision_state s on s.company_id = d.company_id and s.device_id = d.id
      where d.id = ${deviceId}`.execute(db)
    return rows[0]
  },

  /** What differs by the values that the gateway reported itself. */
  async updateInformed(
    { db }: Pick<Reader, 'db'>,
    deviceId: string,
    drift: readonly { path: string; before: string | null; after: string; secret: false }[],
  ): Promise<void> {
    await sql`select provision_informed(${deviceId}::bigint, ${JSON.stringify(drift)}::jsonb)`.execute(db)
  },

  /** Gateways that a version targets: the count, and the first by name. */
  async candidates(
    { db, scope }: Reader,
    templateId: string,
    version: number,
    most: number,
    cap: number,
  ): Promise<{ matching: number; devices: Candidate[] }> {
    const fitting = sql`from device d join provision_version v on v.company_id = ${scope.companyId}
        and v.template_id = ${templateId} and v.number = ${version}
      where d.company_id = ${scope.companyId} and d.state = 'claimed' and provision_fits(v, d)`
    const counted = await sql<{ n: number }>`
      select count(*)::int as n from (select 1 ${fitting} limit ${cap}::int) counted`.execute(db)
    const found = await sql<Candidate>`
      select d.id, d.name, d.data_model_root as root, provision_variables(d) as variables
      ${fitting} order by d.name, d.id limit ${most}::int`.execute(db)
    return { matching: counted.rows[0]?.n ?? 0, devices: found.rows }
  },

  /** Known values of these paths and of everything below these tables, by device. */
  async known(
    { db }: Pick<Reader, 'db'>,
    deviceIds: readonly string[],
    paths: readonly string[],
    tables: readonly string[],
  ): Promise<Map<string, KnownValues>> {
    const { rows } = await sql<{ device_id: string; path: string; value: string; type: string | null }>`
      select p.device_id, p.path, coalesce(p.value, '') as value, p.type from device_parameter p
      where p.device_id = any (${deviceIds}::bigint[]) and p.path = any (${paths}::text[]) and p.read_at is not null
      union
      select p.device_id, p.path, coalesce(p.value, ''), p.type from unnest(${tables}::text[]) k
      join device_parameter p on p.device_id = any (${deviceIds}::bigint[])
        and p.path > k and p.path < left(k, -1) || '/' and p.read_at is not null and not p.is_object`.execute(
      db,
    )
    const known = new Map<string, Map<string, { value: string; type: string | null }>>()
    for (const { device_id, path, value, type } of rows) {
      const of = known.get(device_id) ?? new Map<string, { value: string; type: string | null }>()
      known.set(device_id, of.set(path, { value, type }))
    }
    return known
  },

  /** Known values at and below these paths, as trees by device; none for paths in no data model. */
  async trees(
    { db }: Pick<Reader, 'db'>,
    devices: readonly Pick<Candidate, 'id' | 'root'>[],
    paths: readonly string[],
  ): Promise<Map<string, GatewayTree>> {
    const ranges = paths.map((path) => (path.endsWith('.') ? `${path.slice(0, -1)}/` : `${path}\u0001`))
    const { rows } = await sql<{
      device_id: string
      path: string
      value: string
      type: string | null
      writable: boolean | null
      read_at: string | null
    }>`
      select p.device_id, p.path, coalesce(p.value, '') as value, p.type, p.writable, p.read_at
      from unnest(${paths}::text[], ${ranges}::text[]) r (low, high)
      join device_parameter p on p.device_id = any (${devices.map(({ id }) => id)}::bigint[])
        and p.path >= r.low collate "C" and p.path < r.high collate "C"`.execute(db)
    const byDevice = Map.groupBy(rows, ({ device_id }) => device_id)
    return new Map(
      devices.flatMap(({ id, root }) => {
        const own = (byDevice.get(id) ?? []).map(
          ({ path, value, type, writable, read_at: readAt }): [string, KnownParameter] => [
            path,
            { value, type, writable, readAt },
          ],
        )
        return root === null ? [] : [[id, new GatewayTree(root, new Map(own))]]
      }),
    )
  },

  /** Notification levels requested for these paths, by device. */
  async levels({ db }: Pick<Reader, 'db'>, deviceIds: readonly string[], paths: readonly string[]) {
    const { rows } = await sql<{ device_id: string; path: string; level: number }>`
      select p.device_id, p.path, p.notification as level from device_parameter p
      where p.device_id = any (${deviceIds}::bigint[]) and p.path = any (${paths}::text[])
        and p.notification is not null`.execute(db)
    return new Map(
      [...Map.groupBy(rows, ({ device_id }) => device_id)].map(([id, all]) => [
        id,
        new Map(all.map(({ path, level }) => [path, level])),
      ]),
    )
  },

  /** Other templates applied, by device; for a template on trial, each device's version. */
  async others(
    { db }: Pick<Reader, 'db'>,
    deviceIds: readonly string[],
    templateId: string,
  ): Promise<Map<string, OtherTemplate[]>> {
    // The content is returned once, not per device.
    const { rows } = await sql<OtherTemplate & { devices: string[] }>`
      select t.template_id::text as id, min(t.name) as name, (array_agg(t.content))[1] as content,
        array_agg(k.id::text) as devices
      from unnest(${deviceIds}::bigint[]) k (id) cross join lateral provision_templates(k.id) t
      where t.template_id <> ${templateId}::bigint
      group by t.template_id, t.version order by min(t.name), t.template_id`.execute(db)
    const others = new Map<string, OtherTemplate[]>()
    for (const { devices, ...other } of rows) {
      for (const device of devices) others.set(device, [...(others.get(device) ?? []), other])
    }
    return others
  },

  /** Instances that sessions added for a template. */
  async added({ db }: Pick<Reader, 'db'>, deviceIds: readonly string[], templateId: string) {
    const { rows } = await sql<{ device_id: string; table_path: string; key: Record<string, string> }>`
      select o.device_id, o.table_path, o.key from provision_object o
      where o.device_id = any (${deviceIds}::bigint[]) and o.template_id = ${templateId}::bigint`.execute(db)
    return rows
  },

  /** False if no template is applied to it. */
  async queue({ db }: Reader, deviceId: string, check: boolean): Promise<boolean> {
    const { rows } = await sql<{ queued: boolean }>`
      select provision_device(${deviceId}::bigint, ${check}) as queued`.execute(db)
    return rows[0]?.queued ?? false
  },
}
