import type { MetricItem } from './parts.ts'

/** TR-181 AssociatedDevice.{i}.SignalStrength; TR-098 vendors have an RSSI of their own. */
const signal =
  /^((?:Device\.WiFi\.AccessPoint|InternetGatewayDevice\.LANDevice\.\d+\.WLANConfiguration)\.\d+\.)AssociatedDevice\.\d+\.(?:SignalStrength|X_[\w-]+_(?:RSSI|SignalStrength))$/

/** The access point of a client's signal; null for another parameter. */
export function signalLeaf(path: string): string | null {
  return signal.exec(path)?.[1] ?? null
}

/** More clients than this are not read: their table has a dozen parameters of each. */
const mostClients = 8

/**
 * Tables of clients that are small enough to be read whole, by how many clients the last read counted. Instances come and
 * go, so that no client can be asked for by name.
 */
export function clientTables(items: readonly MetricItem[], counted: ReadonlyMap<string, number>): string[] {
  const tables: string[] = []
  let clients = 0
  for (const { path, term } of items) {
    const count = term === 'clients' ? (counted.get(path) ?? 0) : 0
    if (count < 1 || clients + count > mostClients) continue
    clients += count
    tables.push(`${accessPointOf(path)}AssociatedDevice.`)
  }
  return tables
}

export const isClientTable = (path: string): boolean => path.endsWith('.AssociatedDevice.')

export const accessPointOf = (path: string): string => path.slice(0, path.lastIndexOf('.') + 1)
