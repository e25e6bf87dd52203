import type { SnmpAgent } from '../snmp/agent.ts'
import { readIdentity } from './identity.ts'
import { readNumber } from './number.ts'
import type { DeviceIdentity } from './reading.ts'
import { Reading } from './rows.ts'
import { readAddresses } from './standard/addresses.ts'
import { ifMib } from './standard/oids.ts'
import { readMac } from './text.ts'

/** Who answers at an address: what the device is, and the addresses that it says are its own (at most 256). */
export interface WhoReading {
  readonly identity: DeviceIdentity
  readonly addresses: readonly string[]
}

const mostAddresses = 256

/** The identity of `readInventory`, by far fewer requests. @throws SnmpError where the agent does not answer */
export async function readWho(agent: SnmpAgent): Promise<WhoReading> {
  const reading = new Reading(agent)
  const types = await reading.column(ifMib.ifType)
  const macs = await reading.column(ifMib.ifPhysAddress)
  const ports = [...types].map(([index, row]) => ({
    type: readNumber(row) ?? 1,
    mac: readMac(macs.get(index)),
  }))
  const { identity } = await readIdentity(reading, ports)
  const addresses = [...(await readAddresses(reading)).values()].flat().slice(0, mostAddresses)
  return { identity, addresses }
}
