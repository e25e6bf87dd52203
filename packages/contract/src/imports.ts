import { z } from 'zod'

/** What imports of every kind of file share. */

/** Rows whose code exists: refused as before, or updated after a preview. */
export const importInput = z.object({ existing: z.enum(['refuse', 'update']).default('refuse') })

export const importResult = z.object({ imported: z.number().int(), updated: z.number().int() })

export const importErrors = [
  '41033',
  'import.not_csv',
  'import.wrong_headings',
  'import.too_many_rows',
  'file.empty',
  'file.too_large',
] as const

const change = z.object({ column: z.string(), before: z.string(), after: z.string() })
export type ImportChange = z.output<typeof change>

/** What an import with `existing: update` would do; it writes nothing. */
export const importPreview = z.object({
  counts: z.object({
    new: z.number().int(),
    changed: z.number().int(),
    unchanged: z.number().int(),
    refused: z.number().int(),
  }),
  /** All refused rows, and the first 1,000 others that are new or changed, in the order of the file. */
  rows: z.array(
    z.object({
      row: z.number().int(),
      name: z.string(),
      state: z.enum(['new', 'changed', 'unchanged', 'refused']),
      changes: z.array(change),
      reasons: z.array(z.string()),
    }),
  ),
  /** Headings that no column has. */
  ignored: z.array(z.string()),
  /** What else a person should know of the file, as sentences. */
  notes: z.array(z.string()),
})
export type ImportPreview = z.output<typeof importPreview>
