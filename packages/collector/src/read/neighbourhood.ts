import type { SnmpAgent } from '../snmp/agent.ts'
import type { InventoryReading, Neighbourhood } from './reading.ts'
import { Reading } from './rows.ts'
import { readHostAddresses } from './standard/host-addresses.ts'
import { mostNeighbours } from './standard/neighbours.ts'
import { readPortPower } from './standard/port-power.ts'
import { bridgePorts, readStations } from './standard/stations.ts'

/**
 * What a device sees around it: whom it hears over LLDP and CDP, which MACs its bridge learned, which addresses it
 * resolved, which ports it powers.
 * @throws SnmpError where the agent does not answer
 */
export async function readNeighbourhood(
  agent: SnmpAgent,
  { identity, interfaces, neighbours, incomplete }: InventoryReading,
): Promise<Neighbourhood> {
  const reading = new Reading(agent)
  const byIndex = new Map(interfaces.map((one) => [one.index, one.key]))
  const byPort = await bridgePorts(reading, byIndex)
  const stations = await readStations(reading, byPort)
  const addresses = await readHostAddresses(reading, byIndex)
  return {
    neighbours,
    stations: stations.groups,
    addresses: addresses.rows,
    power: await readPortPower(reading, byPort),
    speaksLldp: identity.chassisId !== '' || neighbours.some(({ protocol }) => protocol === 'lldp'),
    incomplete:
      incomplete ||
      neighbours.length >= mostNeighbours ||
      stations.cut ||
      addresses.cut ||
      reading.incomplete.size > 0,
  }
}
