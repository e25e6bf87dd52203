import { type WanInterface, wanInterfaces } from '@netward/cwmp'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db'>

/** Objects that report a gateway's WANs, in both data models; few gateways have 2,000 values in them. */
const starts = [
  'InternetGatewayDevice.WANDevice.',
  'Device.IP.Interface.',
  'Device.Ethernet.',
  'Device.PPP.Interface.',
]
const most = 2000

export const wanRepo = {
  /**
   * From here on the transaction sees values reported by gateways of a company below, as far as the company
   * admits the user; otherwise none.
   */
  async lookInto({ db, scope }: Pick<RequestContext, 'db' | 'scope'>, companyId: string): Promise<void> {
    if (scope.kind === 'company' || companyId === scope.companyId) return
    await sql`select look_into(c, 'DMS_SERVER_OUTLET_VIEW') from (values (${companyId}::bigint)) k (c)
      where not exists (select from closed_companies(array[k.c]))`.execute(db)
  },

  /** The WANs that gateways reported, the active one first; none if a gateway reported none. */
  async of({ db }: Reader, deviceIds: readonly string[]): Promise<ReadonlyMap<string, WanInterface[]>> {
    // A primary key range: LIKE is not leakproof and would read every parameter of the device.
    const within = sql.join(
      starts.map((start) => sql`(p.path >= ${start} and p.path < ${`${start.slice(0, -1)}/`})`),
      sql` or `,
    )
    const { rows } = await sql<{ device_id: string; name: string; value: string; type: string }>`
      select p.* from unnest(${[...new Set(deviceIds)]}::bigint[]) w (device_id) cross join lateral (
        select p.device_id, p.path as name, p.value, coalesce(p.type, '') as type from device_parameter p
        where p.device_id = w.device_id and not p.is_object and p.value is not null and (${within})
        order by p.path limit ${sql.lit(most)}) p`.execute(db)
    return new Map(
      [...Map.groupBy(rows, (row) => row.device_id)].map(([id, values]) => [id, wanInterfaces(values)]),
    )
  },
}
