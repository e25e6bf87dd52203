import { readNumber } from '../number.ts'
import type { Neighbourhood } from '../reading.ts'
import { numbersOf, type Reading } from '../rows.ts'
import { powerEthernet } from './oids.ts'

/** pethPsePortDetectionStatus. */
const states = new Map([
  [1, 'off' as const],
  [2, 'searching' as const],
  [3, 'delivering' as const],
  [4, 'fault' as const],
  [5, 'fault' as const],
  [6, 'fault' as const],
])

/**
 * PoE per port (POWER-ETHERNET-MIB). The index is a group and a number that the MIB relates to no interface: agents use the
 * bridge port, or count ports within each member of a stack. Several groups may be either, and their agents are left out.
 */
export async function readPortPower(
  reading: Reading,
  byPort: ReadonlyMap<number, string>,
): Promise<Neighbourhood['power']> {
  const status = await reading.column(powerEthernet.pethPsePortDetectionStatus)
  if (new Set([...status.keys()].map((index) => numbersOf(index)[0])).size !== 1) return []
  const classes = await reading.column(powerEthernet.pethPsePortPowerClassifications)
  return [...status].flatMap(([index, row]) => {
    const key = byPort.get(numbersOf(index)[1] ?? -1)
    const state = states.get(readNumber(row) ?? 0)
    if (key === undefined || state === undefined) return []
    const powerClass = readNumber(classes.get(index))
    // class0 is 1.
    return {
      interface: key,
      state,
      class: isClass(powerClass) && state === 'delivering' ? powerClass - 1 : null,
    }
  })
}

const isClass = (value: number | null): value is number =>
  value !== null && Number.isInteger(value) && value >= 1 && value <= 9
