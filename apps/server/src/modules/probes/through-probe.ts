import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Scopes } from '../../platform/db/scope.ts'
import type { ProbeHub } from './hub/hub.ts'
import { hubRepo } from './hub/hub.repo.ts'

/** The hub of this process, by its database: modules that connect to devices do not make one of their own. */
const hubs = new WeakMap<Scopes, ProbeHub>()

export function useHub(scopes: Scopes, hub: ProbeHub): void {
  hubs.set(scopes, hub)
}

/**
 * A TCP connection to a device behind a probe, inside of the ranges of the probe's own configuration. Null: no probe has it.
 * @throws StreamRefused if the probe is not connected to this process, or makes no connection
 */
export async function connectThroughProbe(
  scopes: Scopes,
  deviceId: string,
  port: number,
  options: { timeoutMilliseconds: number; signal?: AbortSignal },
): Promise<Duplex | null> {
  const way = await hubRepo.wayTo(scopes, deviceId)
  if (way === undefined) return null
  const hub = hubs.get(scopes)
  return hub === undefined ? null : hub.open(way.probe_id, way.address, port, options)
}

/**
 * How an address in the LAN of a device is connected to, over the probe of the device's outlet. Null: no probe of this process
 * reaches it. What it gives throws StreamRefused.
 */
export async function lanConnector(
  scopes: Scopes,
  deviceId: string,
  address: string,
): Promise<((port: number, options: { timeoutMilliseconds: number }) => Promise<Duplex>) | null> {
  const hub = hubs.get(scopes)
  if (hub === undefined || isIP(address) === 0) return null
  const probeId = await hubRepo.probeInLan(scopes, deviceId, address)
  if (probeId === null || hub.linkOf(probeId) === undefined) return null
  return (port, options) => hub.open(probeId, address, port, options)
}
