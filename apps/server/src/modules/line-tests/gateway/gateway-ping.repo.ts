import type { LineProfile, LineProfileKind } from '@netward/contract/line-profiles'
import type { Scopes } from '../../../platform/db/scope.ts'

/** A line whose gateway is to say how it does. */
export interface AskedGateway {
  readonly lineId: string
  readonly companyId: string
  readonly deviceId: string
  readonly wanName: string
  /** Nothing else measures the line. */
  readonly alone: boolean
  /** The gateway carries other lines too. */
  readonly shares: boolean
  /** Null: nothing is known of the gateway yet. */
  readonly reports: boolean | null
  readonly profile: LineProfileKind
  readonly settings: Partial<LineProfile> | null
  readonly ispHost: string
  readonly businessHost: string
}

export interface FoundPing {
  readonly lineId: string
  readonly alone: boolean
  readonly shares: boolean
  /** It left by the WAN of the line, not by what the gateway routes. */
  readonly byWan: boolean
  readonly at: string
  readonly target: string
  /** Null: the gateway did not carry it out. */
  readonly sent: number | null
  readonly received: number | null
  readonly minMs: number | null
  readonly avgMs: number | null
  readonly maxMs: number | null
}

/** Pings by which gateways measure lines: definer functions alone. */
export const gatewayPingRepo = {
  take: (scopes: Scopes, most: number): Promise<AskedGateway[]> =>
    scopes.asLoginRole<AskedGateway & Record<string, unknown>>(
      `select line_id::text as "lineId", company_id::text as "companyId", device_id::text as "deviceId", wan_name as "wanName",
        alone, shares, reports, profile, settings, isp_host as "ispHost", business_host as "businessHost"
      from line_gateways_take($1)`,
      [most],
    ),

  async found(scopes: Scopes, runId: string): Promise<FoundPing | undefined> {
    const [found] = await scopes.asLoginRole<FoundPing & Record<string, unknown>>(
      `select line_id::text as "lineId", alone, shares, by_wan as "byWan", at, target, sent, received, min_ms as "minMs",
        avg_ms as "avgMs", max_ms as "maxMs" from line_ping_take($1)`,
      [runId],
    )
    return found
  },

  async secondView(scopes: Scopes, lineId: string, at: string, reached: boolean): Promise<void> {
    await scopes.asLoginRole('select line_gateway_said($1, $2, $3)', [lineId, at, reached])
  },
}
