import type { SnmpAgent } from '../snmp/agent.ts'
import { readIdentity } from './identity.ts'
import { readNumber } from './number.ts'
import { newPlan, type Plan } from './plan.ts'
import { oidsOf } from './poll.ts'
import type { InterfaceReading, InventoryReading } from './reading.ts'
import { Reading } from './rows.ts'
import { readParts } from './parts.ts'
import { readAddresses } from './standard/addresses.ts'
import { planInterfaces, readInterfaces } from './standard/interfaces.ts'
import { readNeighbours } from './standard/neighbours.ts'
import { system } from './standard/oids.ts'
import { readVlans } from './standard/vlans.ts'

/** Reads what a device is and has, and decides what its polls read. @throws SnmpError where the agent does not answer */
export async function readInventory(agent: SnmpAgent): Promise<InventoryReading> {
  const reading = new Reading(agent)
  // First, and alone: a dead agent costs one request.
  const upTime = readNumber(await reading.one(system.sysUpTime)) ?? 0
  const plain = await readInterfaces(reading)
  const { identity, profile } = await readIdentity(reading, plain)
  const neighbours = await readNeighbours(reading, plain)
  const addresses = await readAddresses(reading)
  const vlans = await readVlans(reading, identity.vendor)
  const interfaces = plain.map((one): InterfaceReading => ({
    ...one,
    vlan: vlans.get(one.index)?.vlan ?? null,
    taggedVlans: vlans.get(one.index)?.tagged ?? [],
    addresses: addresses.get(one.index) ?? [],
    neighbour: neighbours.find((neighbour) => neighbour.interface === one.key) ?? null,
  }))
  const { facts, values, pools } = await readParts(reading, profile, plain)
  const plan = newPlan({
    upTime,
    interfaces: await planInterfaces(reading, plain),
    values,
    pools,
    walks: walksOf({ values, pools }, reading),
  })
  return { identity, interfaces, neighbours, parts: facts, plan, incomplete: reading.incomplete.size > 0 }
}

const fewest = 24

/** Columns of which a poll reads most rows: walking them costs fewer bytes than naming each instance. */
function walksOf(plan: Pick<Plan, 'values' | 'pools'>, reading: Reading): readonly string[] {
  const needed = new Map<string, number>()
  for (const oid of oidsOf(plan)) {
    const column = reading.columnOf(oid)
    if (column) needed.set(column, (needed.get(column) ?? 0) + 1)
  }
  return [...needed]
    .filter(([column, rows]) => rows >= fewest && rows * 2 >= reading.sizeOf(column))
    .map(([column]) => column)
}
