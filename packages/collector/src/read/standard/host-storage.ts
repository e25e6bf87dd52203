import { readNumber } from '../number.ts'
import type { Reading } from '../rows.ts'
import type { Parts } from '../tables.ts'
import { readText } from '../text.ts'

const entry = '1.3.6.1.2.1.25.2.3.1'
const kinds = '1.3.6.1.2.1.25.2.1'

/** net-snmp gives memory that is no RAM of its own the type hrStorageOther. */
const otherMemory = /\b(?:memory|buffers|cached|swap)\b|packet (?:buffers|descriptors)/i
const partOfPhysical = /^(?:cached|shared) memory$/i
/** Filled and empty by the kernel at will, or a copy of another row. */
const pseudoDisk = /^(?:\/(?:dev|proc|sys|run|rom)(?:\/|$)|devfs|procfs|tmpfs|.{0,80}\bdevfs\b)/

/** hrStorageTable (RFC 2790): memory and disks. Where a vendor's MIB has memory, its memory counts. */
export async function readHostStorage(reading: Reading, parts: Parts, withMemory: boolean): Promise<void> {
  const types = await reading.column(`${entry}.2`)
  if (types.size === 0) return
  const names = await reading.column(`${entry}.3`)
  const units = await reading.column(`${entry}.4`)
  const sizes = await reading.column(`${entry}.5`)
  const used = await reading.column(`${entry}.6`)
  const isMemory = withMemory && !parts.hasPool('memory')
  const named = (name: RegExp) => [...names].find(([, row]) => name.test(readText(row)))?.[0]
  const givenBack = [named(/^memory buffers$/i), named(/^cached memory$/i)].filter(
    (index) => index !== undefined,
  )
  for (const [index, row] of types) {
    const kind = readText(row).slice(kinds.length + 1)
    const label = readText(names.get(index))
    const size = readNumber(sizes.get(index))
    const unit = readNumber(units.get(index))
    const pool = poolOf(kind, label)
    if (
      !pool ||
      (pool === 'memory' && !isMemory) ||
      !size ||
      size < 0 ||
      !unit ||
      unit < 0 ||
      !used.has(index)
    )
      continue
    // Their size is what they hold now: they are parts of the physical memory.
    const whole = partOfPhysical.test(label) ? (named(/^physical memory$/i) ?? index) : index
    parts.addPool(
      {
        pool,
        unit,
        total: `${entry}.5.${whole}`,
        used: `${entry}.6.${index}`,
        // What Linux holds in buffers and caches is free for programs.
        ...(/^physical memory$/i.test(label) &&
          givenBack.length > 0 && { minus: givenBack.map((other) => `${entry}.6.${other}`) }),
      },
      { label: label || `Storage ${index}` },
    )
  }
}

/** hrStorageTypes: 1 other, 2 RAM, 3 virtual memory, 4 fixed disk, 9 flash. */
function poolOf(kind: string, label: string): 'memory' | 'storage' | null {
  if (kind === '2' || kind === '3' || (kind === '1' && otherMemory.test(label))) return 'memory'
  return (kind === '4' || kind === '9') && !pseudoDisk.test(label) ? 'storage' : null
}
