import { Temporal } from '@js-temporal/polyfill'
import { z } from 'zod'
import { wrongField } from './define.ts'
import type { ToolContext } from './tool.ts'

const written = z.string().trim().max(40)
/** The beginning and end of a period, as a model writes them. */
const beginning = written
  .optional()
  .describe(
    'Beginning: ISO 8601 (2026-03-01, 2026-03-01T08:00, …Z), or -<n>h / -<n>d before now, such as -24h',
  )
const end = written.optional().describe('End, written like `from`; without it now')
export const periodInput = { from: beginning, to: end }

const relative = /^-(\d{1,4})([mhdw])$/
const unit = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

interface GivenPeriod {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface Period {
  readonly from: string
  readonly to: string
}

/** A moment; without a zone it is of the company's. A day ends, as `to`, when the next one begins. */
export function momentOf(context: ToolContext, field: 'from' | 'to' | 'around', given: string): Date {
  const text = given.trim()
  if (text === 'now') return context.now
  const before = relative.exec(text)
  if (before)
    return new Date(context.now.getTime() - Number(before[1]) * unit[before[2] as keyof typeof unit])
  try {
    if (/(?:z|[+-]\d{2}:?\d{2})$/i.test(text) && text.includes('T'))
      return new Date(Temporal.Instant.from(text).epochMilliseconds)
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
    const local = Temporal.PlainDateTime.from(text.replace(' ', 'T'))
    const meant = isDay && field === 'to' ? local.add({ days: 1 }) : local
    return new Date(meant.toZonedDateTime(context.timeZone).epochMilliseconds)
  } catch {
    throw wrongField(context, field, 'format')
  }
}

const longest = 367 * 86_400_000

export function periodOf(context: ToolContext, input: GivenPeriod, usualHours: number): Period {
  const to = input.to === undefined ? context.now : momentOf(context, 'to', input.to)
  const from =
    input.from === undefined
      ? new Date(to.getTime() - usualHours * 3_600_000)
      : momentOf(context, 'from', input.from)
  if (!(from < to)) throw wrongField(context, 'from', 'range')
  if (to.getTime() - from.getTime() > longest) throw wrongField(context, 'from', 'range')
  return { from: from.toISOString(), to: to.toISOString() }
}

/** Only the ends that were given: a list without them has no period. */
export const givenPeriod = (context: ToolContext, input: GivenPeriod): { from?: string; to?: string } => ({
  ...(input.from !== undefined && { from: momentOf(context, 'from', input.from).toISOString() }),
  ...(input.to !== undefined && { to: momentOf(context, 'to', input.to).toISOString() }),
})
