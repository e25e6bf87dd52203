import { makerOfOrganisation, typeOfMaker } from '@netward/snmp-profiles'
import type { DeviceType } from '@netward/contract/device-values'

/** Organisations by their digits, in capitals: some megabytes, read when they are first asked for. */
let organisations: Promise<Readonly<Record<string, string>>> | null = null

const readOrganisations = async (): Promise<Readonly<Record<string, string>>> =>
  (await import('oui-data', { with: { type: 'json' } })).default

/** The maker of a network card; empty for an unknown one and for a random address (bit 1 of the first byte). */
export async function vendorOfMac(mac: string): Promise<string> {
  const hex = mac.replaceAll(/[^0-9a-f]/gi, '').toUpperCase()
  if (hex.length !== 12 || (Number(`0x${hex.slice(0, 2)}`) & 3) !== 0) return ''
  organisations ??= readOrganisations()
  const known = await organisations
  // Blocks of 36 and 28 bits are parts of one of 24 that belongs to the registry itself.
  const prefix = [9, 7, 6]
    .map((digits) => hex.slice(0, digits))
    .find((digits) => Object.hasOwn(known, digits))
  const [organisation = ''] = (prefix ? (known[prefix] ?? '') : '').split('\n', 1)
  return organisation === '' || /^private$/i.test(organisation) ? '' : makerOfOrganisation(organisation)
}

/** What a device without an agent is, by its MAC address and the name that a gateway's host list has of it. */
export async function guessDevice(
  mac: string,
  hostName: string,
): Promise<{ readonly vendor: string; readonly type: DeviceType | null }> {
  const vendor = await vendorOfMac(mac)
  return { vendor, type: typeOfMaker(vendor, hostName) }
}
