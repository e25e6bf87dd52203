import { noRegion, regionsAbove } from '@netward/contract/outlet-region'
import { healths, type OutletHealth } from '@netward/contract/outlet-values'
import type { RegionCount } from './region.repo.ts'

export interface RegionSum {
  region: string
  outlets: number
  health: Record<OutletHealth, number>
}

/**
 * Regions with their descendants, parents first, siblings in order; `/` for outlets without a region, last.
 */
export function regionTree(counts: readonly RegionCount[], within = ''): RegionSum[] {
  const sums = new Map<string, RegionSum>()
  for (const { region, health, outlets } of counts) {
    for (const path of region === '' ? [noRegion] : regionsAbove(region)) {
      // Ancestors of the requested region are counted only in part.
      if (within.startsWith(`${path}/`)) continue
      const sum = sums.get(path) ?? { region: path, outlets: 0, health: nothing() }
      sum.outlets += outlets
      sum.health[health] += outlets
      sums.set(path, sum)
    }
  }
  return [...sums.values()].toSorted((a, b) => compared(a.region.split('/'), b.region.split('/')))
}

const nothing = () => Object.fromEntries(healths.map((one) => [one, 0])) as Record<OutletHealth, number>

function compared(a: readonly string[], b: readonly string[]): number {
  // '/' is two empty levels: outlets without a region come last.
  if ((a[0] === '') !== (b[0] === '')) return a[0] === '' ? 1 : -1
  const at = a.findIndex((level, index) => level !== b[index])
  if (at === -1) return a.length - b.length
  const [left, right] = [a[at] ?? '', b[at]]
  return right === undefined ? 1 : left.localeCompare(right, 'zh-u-co-pinyin')
}
