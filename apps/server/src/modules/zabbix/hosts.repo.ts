import type { ZabbixFinding, ZabbixOutcome } from '@netward/contract/zabbix-values'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import type { CredentialRow } from './zabbix.repo.ts'

type Reader = Pick<RequestContext, 'db'>

export interface PlannedHost {
  readonly n: number
  readonly host: string
  readonly name: string
  readonly ipAddress: string | null
  readonly port: number | null
  readonly driver: 'snmp' | 'probe'
  readonly type: string
  readonly brand: string
  readonly outletName: string | null
  readonly groups: string[]
  readonly outcome: ZabbixOutcome
  readonly findings: ZabbixFinding[]
  readonly failure: { code: string; params: Record<string, string | number> } | null
  readonly disabled: boolean
  readonly deviceId: string | null
  readonly otherName: string | null
  readonly credentialName: string | null
  readonly credentialAction: CredentialRow['action'] | null
  readonly credentialMacros: string[]
}

export const hostRepo = {
  async page(
    { db }: Reader,
    importId: string,
    {
      outcome,
      search,
      limit,
      offset,
    }: { outcome: readonly string[]; search: string; limit: number; offset: number },
  ): Promise<{ items: PlannedHost[]; total: number }> {
    const { rows } = await sql<PlannedHost & { total: number }>`
      select h.n, h.host, h.name, host(h.ip_address) as "ipAddress", h.port, h.driver, h.type, h.brand,
        coalesce(visible_outlet_name(p.outlet_id), (select g.new_name from zabbix_group g
          where g.import_id = h.import_id and g.n = p.new_group)) as "outletName",
        array(select g.name from zabbix_group g where g.import_id = h.import_id and g.n = any (h.groups)
          order by g.position) as groups,
        p.outcome, h.findings, h.failure, h.disabled, p.other_id as "deviceId", d.name as "otherName",
        coalesce(s.name, c.name) as "credentialName", c.action as "credentialAction",
        coalesce(c.macros, '{}') as "credentialMacros", (count(*) over ())::int as total
      from zabbix_plan(${importId}) p join zabbix_host h on h.import_id = ${importId} and h.n = p.n
      left join zabbix_credential c on c.import_id = h.import_id and c.n = h.credential
      left join snmp_credential s on s.company_id = c.company_id
        and s.id = coalesce(c.made_credential_id, c.target_credential_id)
      left join device d on d.id = p.other_id
      where (${outcome.length === 0} or p.outcome = any (${outcome}::text[]))
        and (${search} = '' or strpos(lower(h.host || ' ' || h.name || ' ' || coalesce(host(h.ip_address), '')),
          lower(${search})) > 0)
      order by h.n limit ${limit} offset ${offset}`.execute(db)
    return { items: rows, total: rows[0]?.total ?? 0 }
  },
}
