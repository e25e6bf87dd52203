/**
 * Most gauges have few decimals, and integers are short: the power of ten that makes all of them integers, if three
 * decimals do. It is exact: dividing gives back the same double.
 */
export type Scale = 0 | 1 | 2 | 3 | 'float'

const powers = [1, 10, 100, 1000] as const
const largest = 2 ** 50

export function scaleOf(values: Iterable<number>): Scale {
  let scale = 0
  for (const value of values) {
    if (Object.is(value, -0)) return 'float'
    while (!fits(value, powers[scale]!)) if (++scale > 3) return 'float'
  }
  return scale as Scale
}

function fits(value: number, power: number): boolean {
  const scaled = Math.round(value * power)
  return Math.abs(scaled) < largest && scaled / power === value
}

export const powerOf = (scale: Exclude<Scale, 'float'>): number => powers[scale]

export const scaleCode = (scale: Scale): number => (scale === 'float' ? 4 : scale)
export const scaleFrom = (code: number): Scale => (code === 4 ? 'float' : (code as Scale))
