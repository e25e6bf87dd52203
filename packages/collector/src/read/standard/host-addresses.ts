import type { Neighbourhood } from '../reading.ts'
import { numbersOf, type Column, type Reading } from '../rows.ts'
import { readMac } from '../text.ts'
import { bytesOf, formatAddress } from './addresses.ts'
import { ip } from './oids.ts'

/** Pairs of address and MAC that are kept of one device. */
export const mostHostAddresses = 10_000

/** ARP and neighbour discovery: ipNetToPhysicalTable, and ipNetToMediaTable of older agents. */
export async function readHostAddresses(
  reading: Reading,
  byIndex: ReadonlyMap<number, string>,
): Promise<{ readonly rows: Neighbourhood['addresses']; readonly cut: boolean }> {
  const found = new Map<string, Neighbourhood['addresses'][number]>()
  const add = (column: Column, addressAt: number) => {
    for (const [index, row] of column) {
      const numbers = numbersOf(index)
      const key = byIndex.get(numbers[0] ?? -1)
      const mac = readMac(row)
      const bytes = bytesOf(numbers.slice(addressAt))
      const address = bytes && formatAddress(bytes)
      if (key === undefined || !mac || !address) continue
      found.set(`${key}\n${address}`, { interface: key, address, mac })
    }
  }
  add(await reading.column(ip.ipNetToMediaPhysAddress), 1)
  // Index: ifIndex, type, length, bytes.
  add(await reading.column(ip.ipNetToPhysicalPhysAddress), 3)
  const rows = [...found.values()]
  return { rows: rows.slice(0, mostHostAddresses), cut: rows.length > mostHostAddresses }
}
