import type { Scopes } from '../../platform/db/scope.ts'
import type { OutletFacts } from './facts.ts'
import type { Health, LineMinutes } from './health.ts'

/** Of all companies: what the sweep reads and writes (db/functions/outlet-health). */
export const outletHealthRepo = {
  /** Of the next outlets by id; none: that was the last. */
  async facts(scopes: Scopes, after: string, most: number, since: Date): Promise<OutletFacts[]> {
    const rows = await scopes.asLoginRole<{ facts: OutletFacts }>(
      'select facts from outlet_health_facts($1, $2, $3)',
      [after, most, since],
    )
    return rows.map(({ facts }) => facts)
  },

  async write(
    scopes: Scopes,
    computed: readonly { facts: OutletFacts; minutes: LineMinutes; health: Health }[],
  ): Promise<void> {
    const rows = computed.map(({ facts: { id, devices, alarms, gateways }, minutes, health }) => ({
      outlet_id: id,
      score: health.score,
      band: health.band,
      offline: health.offline,
      line_minutes: minutes.counted,
      line_minutes_within: minutes.within,
      devices: devices.online + devices.offline,
      devices_online: devices.online,
      ...alarms,
      gateways: gateways.all,
      gateways_sound: gateways.sound,
      drifted: gateways.drifted,
      outdated: gateways.outdated,
    }))
    await scopes.asLoginRole('select outlet_health_write($1)', [JSON.stringify(rows)])
  },
}
