import { lanInstances } from './lan.ts'
import { textOfField } from './field.ts'
import type { GatewayTree } from './tree.ts'

/** NaN for an invalid IPv4 address: neither before nor after another. */
export function addressNumber(address: string): number {
  const parts = address.trim().split('.')
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part))) return Number.NaN
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0)
}

/** Whether two addresses share a network under a mask. */
export function inSubnet(address: string, other: string, mask: string): boolean {
  const size = 2 ** 32 - addressNumber(mask)
  return Math.floor(addressNumber(address) / size) === Math.floor(addressNumber(other) / size)
}

/** The LAN interface whose network contains an address; the only one if there is just one. */
export function lanHolding(tree: GatewayTree, address: string): string | undefined {
  const lans = lanInstances(tree)
  const found = lans.find(({ fields }) =>
    inSubnet(address, textOfField(fields, 'ipAddress'), textOfField(fields, 'subnetMask')),
  )
  return (found ?? (lans.length === 1 ? lans[0] : undefined))?.path
}
