import { type ScanFind, vendorOfMac } from '@netward/collector'
import { deviceTypes } from '@netward/contract/device-values'
import { isIP } from 'node:net'
import { cleanText } from '../../../platform/clean-text.ts'
import { isRandomMac } from '../../../platform/mac-address.ts'
import type { SurroundingRow } from './scan.repo.ts'

const mac = /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/
const mostAddresses = 256

/** As the database writes it; all text is cut. */
export interface CleanFind extends Readonly<Record<string, unknown>> {
  readonly answers: 'snmp' | 'refused' | 'other'
  readonly mac: string | null
  readonly name: string
}

/** What was found at an address, as the database stores it: hostile text is cut, never refused. */
export async function cleanFind(
  { address, credentialId, refused, identity, addresses }: ScanFind,
  around: Pick<SurroundingRow, 'mac' | 'name'> | undefined,
): Promise<CleanFind> {
  const text = (value: string | undefined, most = 256) => cleanText(value, most).trim()
  // What the agent says of itself counts more than what others see at its address.
  const known = [identity?.baseMac, around?.mac]
    .map((value) => value?.toLowerCase() ?? '')
    .find((value) => mac.test(value) && !isRandomMac(value))
  const type = deviceTypes.find((one) => one === identity?.type) ?? 'other'
  const macVendor = known === undefined ? '' : await vendorOfMac(known)
  return {
    address,
    answers: identity !== null || credentialId !== null ? 'snmp' : refused ? 'refused' : 'other',
    credentialId,
    mac: known ?? null,
    macVendor: text(macVendor, 100),
    name: text(identity?.sysName) || text(around?.name),
    type,
    vendor: text(identity?.vendor, 100),
    model: text(identity?.model),
    version: text(identity?.version),
    serialNumber: text(identity?.serialNumber),
    chassisId: text(identity?.chassisId),
    engineId: text(identity?.engineId),
    objectId: text(identity?.sysObjectId),
    description: text(identity?.sysDescr, 500),
    addresses: addresses.filter((one) => isIP(one) !== 0).slice(0, mostAddresses),
  }
}
