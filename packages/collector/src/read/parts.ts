import {
  entityState,
  powerEthernet,
  printerMib,
  printerState,
  processors,
  ucdLoad,
  ucdMemory,
  upsMib,
  type Profile,
} from '@netward/snmp-profiles'
import type { Reading } from './rows.ts'
import { readEntitySensors } from './standard/entity-sensors.ts'
import { readHostStorage } from './standard/host-storage.ts'
import type { PlainInterface } from './standard/interfaces.ts'
import { Parts, readTables } from './tables.ts'

/** Parts that have values: those of the vendor's MIBs, then those of standard ones. */
export async function readParts(
  reading: Reading,
  profile: Profile | null,
  interfaces: readonly PlainInterface[],
): Promise<Parts> {
  const parts = new Parts()
  const keys = new Map(interfaces.map(({ index, key }) => [index, key]))
  const without = new Set(profile?.without)
  await readTables(reading, profile?.tables ?? [], parts, keys)
  if (!without.has('entity-sensors')) await readEntitySensors(reading, parts)
  if (!without.has('host-processors')) await readTables(reading, processors, parts, keys)
  await readHostStorage(reading, parts, !without.has('host-memory'))
  await readTables(
    reading,
    [
      ...entityState,
      ...(without.has('ucd') ? [] : [...ucdMemory, ...ucdLoad]),
      ...upsMib,
      ...powerEthernet,
      ...printerMib,
      ...printerState,
    ],
    parts,
    keys,
  )
  return parts
}
