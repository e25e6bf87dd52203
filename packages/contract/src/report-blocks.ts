import { z } from 'zod'

const values = z.array(z.number().nullable())

/** What a report says, in the language that it was made in: its page and its PDF show the same. */
export const reportBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), text: z.string(), newPage: z.boolean() }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('note'), text: z.string() }),
  z.object({
    kind: z.literal('facts'),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  z.object({
    kind: z.literal('figures'),
    figures: z.array(
      z.object({
        label: z.string(),
        value: z.string(),
        /** Against the period before; empty: nothing to compare with. */
        change: z.string(),
        /** Whether the change is for the better; null: neither. */
        better: z.boolean().nullable(),
      }),
    ),
  }),
  z.object({
    kind: z.literal('table'),
    columns: z.array(z.object({ title: z.string(), width: z.number(), align: z.enum(['left', 'right']) })),
    rows: z.array(z.array(z.string())),
    /** In place of rows. */
    empty: z.string(),
  }),
  z.object({
    kind: z.literal('chart'),
    title: z.string(),
    unit: z.string(),
    timeZone: z.string(),
    /** Milliseconds since 1970. */
    start: z.number(),
    stepSeconds: z.number(),
    steps: z.number().int(),
    series: z.array(z.object({ name: z.string(), values })),
    /** Outages. */
    marks: z.array(z.object({ from: z.number(), to: z.number() })),
  }),
])

export type ReportBlock = z.infer<typeof reportBlock>
