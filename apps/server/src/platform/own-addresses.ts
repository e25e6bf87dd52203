import { networkInterfaces } from 'node:os'

const freshFor = 60_000
let known: { readonly at: number; readonly addresses: ReadonlySet<string> } | null = null

/** Every address of this machine but loopback, which ranges alone open. Read anew after a minute: addresses change. */
export function ownAddresses(): ReadonlySet<string> {
  if (known === null || Date.now() - known.at > freshFor) {
    const addresses = Object.values(networkInterfaces())
      .flatMap((found) => found ?? [])
      .filter(({ internal }) => !internal)
      .map(({ address }) => address.split('%')[0]!)
    known = { at: Date.now(), addresses: new Set(addresses) }
  }
  return known.addresses
}
