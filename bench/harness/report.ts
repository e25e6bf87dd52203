import { cpus, totalmem } from 'node:os'
import { median } from './statistics.ts'

export interface Figure {
  readonly name: string
  /** Several runs show the median, with the range beside it. */
  readonly values: readonly number[]
  readonly unit: string
  readonly decimals?: number
  /** The reference; a recorded one names its machine. */
  readonly against?: { readonly name: string; readonly value: number; readonly unit?: string }
  /** In the figure's unit, or as a ratio to `against`. */
  readonly goal?: { readonly of: 'value' | 'ratio'; readonly atMost?: number; readonly atLeast?: number }
}

export interface Section {
  readonly title: string
  readonly figures: readonly Figure[]
  readonly notes?: readonly string[]
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

export function machineLine(postgres: string): string {
  const [first] = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} cores (${first?.model ?? 'unknown'}), ${gigabytes} GiB, ${postgres}, Node ${process.versions.node}`
}

export function printSection({ title, figures, notes = [] }: Section): void {
  say(`\n${title}`)
  const rows = [
    ['figure', 'value', 'range', 'compared with', 'ratio', 'goal', ''],
    ...figures.map((figure) => rowOf(figure)),
  ]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  for (const [index, row] of rows.entries()) {
    say(
      `  ${row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd()}`,
    )
    if (index === 0)
      say(
        `  ${widths
          .map((width) => '-'.repeat(width))
          .join('  ')
          .trimEnd()}`,
      )
  }
  for (const note of notes) say(`  ${note}`)
}

function rowOf({ name, values, unit, decimals = 0, against, goal }: Figure): string[] {
  const value = median(values)
  const shown = (number: number, of = unit) => `${number.toFixed(decimals)} ${of}`.trim()
  const ratio = against ? value / against.value : Number.NaN
  return [
    name,
    shown(value),
    values.length > 1
      ? `${Math.min(...values).toFixed(decimals)}–${Math.max(...values).toFixed(decimals)}`
      : '',
    against ? `${against.name}: ${against.value.toFixed(decimals)} ${against.unit ?? unit}`.trim() : '',
    against ? `${ratio.toFixed(2)}×` : '',
    goal ? wanted(goal, unit) : '',
    goal ? verdict(goal, goal.of === 'ratio' ? ratio : value) : '',
  ]
}

function wanted({ of, atMost, atLeast }: NonNullable<Figure['goal']>, unit: string): string {
  const number = `${atMost ?? atLeast}${of === 'ratio' ? '×' : ` ${unit}`}`
  return atMost === undefined ? `≥ ${number}` : `≤ ${number}`
}

function verdict({ atMost, atLeast }: NonNullable<Figure['goal']>, value: number): string {
  if (Number.isNaN(value)) return 'not measured'
  return value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity) ? 'met' : 'NOT MET'
}
