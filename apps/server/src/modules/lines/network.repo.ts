import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db'>

export interface Network {
  readonly asn: number
  readonly name: string
}

/** Names of networks, which are the platform's: definer functions alone. */
export const networkRepo = {
  async replace({ db }: Reader, networks: readonly (Network & { prefix: string })[]): Promise<void> {
    await sql`select address_networks_replace(${JSON.stringify(networks)}::jsonb)`.execute(db)
  },

  async known({ db }: Reader): Promise<{ prefixes: number; importedAt: string | null }> {
    const { rows } = await sql<{ prefixes: number; importedAt: string | null }>`
      select prefixes, imported_at as "importedAt" from address_networks_known()`.execute(db)
    return rows[0]!
  },

  /** By address; one that is in no known network is not in it. */
  async of({ db }: Reader, addresses: readonly string[]): Promise<Map<string, Network>> {
    if (addresses.length === 0) return new Map()
    const { rows } = await sql<Network & { address: string }>`
      select address, asn::float8 as asn, name from address_networks_of(${addresses}::inet[])`.execute(db)
    return new Map(rows.map(({ address, asn, name }) => [address, { asn, name }]))
  },
}
