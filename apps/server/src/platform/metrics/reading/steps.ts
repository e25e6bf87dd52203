import type { Metric } from '@netward/contract/metric-catalogue'
import type { Resolution } from '../metric-store.ts'
import { median, type Span } from './spans.ts'

/** Seconds. Those of five minutes and more divide an hour or are hours, so that rollups fit into them. */
const niceSteps = [
  10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800,
]

export interface Grid {
  /** Milliseconds since 1970, a multiple of the step. */
  readonly start: number
  /** Milliseconds. */
  readonly step: number
  readonly steps: number
}

export function gridOf(from: number, to: number, points: number): Grid {
  const wanted = (to - from) / 1000 / points
  return gridWith(from, to, niceSteps.find((nice) => nice >= wanted) ?? niceSteps.at(-1)!)
}

export function gridWith(from: number, to: number, seconds: number): Grid {
  const step = seconds * 1000
  const start = Math.floor(from / step) * step
  return { start, step, steps: Math.max(1, Math.ceil((to - start) / step)) }
}

/** The coarsest that still has a value for each step. */
export function resolutionOf({ step }: Grid): Resolution {
  return step >= 3_600_000 ? '1h' : step >= 600_000 ? '5m' : 'samples'
}

interface Cell {
  sum: number
  weight: number
  min: number
  max: number
  last: number
  lastAt: number
}

export interface Stepped {
  values: (number | null)[]
  lows: (number | null)[]
  highs: (number | null)[]
}

/** Spans in order of time to equal steps. A step in which nothing was measured is null. */
export function inSteps(spans: readonly Span[], grid: Grid, aggregate: Metric['aggregate']): Stepped {
  const cells: (Cell | undefined)[] = Array.from({ length: grid.steps })
  for (const span of spans) {
    if (span.to > span.from) spread(cells, grid, span)
    else add(cells, stepOf(grid, span.from), span, 1)
  }
  bridge(cells, grid, spans)
  const of = (value: (cell: Cell) => number) => cells.map((cell) => (cell ? value(cell) : null))
  const pick = { mean: (cell: Cell) => cell.sum / cell.weight, ...picks }[aggregate]
  return { values: of(pick), lows: of(picks.min), highs: of(picks.max) }
}

const picks = {
  min: ({ min }: Cell) => min,
  max: ({ max }: Cell) => max,
  last: ({ last }: Cell) => last,
}

const stepOf = ({ start, step }: Grid, at: number) => Math.floor((at - start) / step)

function add(cells: (Cell | undefined)[], index: number, span: Span, share: number): void {
  if (index < 0 || index >= cells.length || span.weight <= 0) return
  const { min, max, last, to } = span
  const cell = cells[index]
  if (cell === undefined) {
    cells[index] = { sum: span.sum * share, weight: span.weight * share, min, max, last, lastAt: to }
    return
  }
  cell.sum += span.sum * share
  cell.weight += span.weight * share
  if (min < cell.min) cell.min = min
  if (max > cell.max) cell.max = max
  if (to >= cell.lastAt) {
    cell.last = last
    cell.lastAt = to
  }
}

/** What was counted between two readings belongs to every step in between, each with its share. */
function spread(cells: (Cell | undefined)[], grid: Grid, span: Span): void {
  const length = span.to - span.from
  const lastStep = Math.min(stepOf(grid, span.to - 1), grid.steps - 1)
  for (let index = Math.max(0, stepOf(grid, span.from)); index <= lastStep; index++) {
    const begin = grid.start + index * grid.step
    const overlap = Math.min(span.to, begin + grid.step) - Math.max(span.from, begin)
    if (overlap > 0) add(cells, index, span, overlap / length)
  }
}

/**
 * Where steps are shorter than polls are apart, a value also stands for the steps since the one before: otherwise a chart
 * would consist of gaps. A missed poll stays a gap.
 */
function bridge(cells: (Cell | undefined)[], grid: Grid, spans: readonly Span[]): void {
  const values = spans.filter(({ from, to }) => from === to)
  const usual = median(values.slice(1).map(({ from }, index) => from - values[index]!.from))
  if (usual < grid.step / 2) return
  for (let index = 1; index < values.length; index++) {
    const [before, value] = [values[index - 1]!, values[index]!]
    if (value.from - before.from > usual * 1.6) continue
    const until = Math.min(stepOf(grid, value.from), grid.steps)
    for (let step = Math.max(0, stepOf(grid, before.from) + 1); step < until; step++)
      if (cells[step] === undefined) add(cells, step, value, 1)
  }
}

/** The value that 95 % do not exceed (nearest rank): carriers bill by that of 5-minute values. */
export function percentile95(values: readonly (number | null)[]): number | null {
  const sorted = values.filter((value) => value !== null).toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? null
}

export interface Extent {
  min: number | null
  mean: number | null
  max: number | null
  last: number | null
}

/** Of everything that begins in the range. */
export function extentOf(spans: readonly Span[], from: number, to: number): Extent {
  let found: Cell | undefined
  for (const span of spans) {
    const end = span.to > span.from ? span.to : span.from + 1
    if (end <= from || span.from >= to) continue
    const cells = [found]
    add(cells, 0, span, 1)
    found = cells[0]
  }
  if (!found) return { min: null, mean: null, max: null, last: null }
  return { min: found.min, mean: found.sum / found.weight, max: found.max, last: found.last }
}
