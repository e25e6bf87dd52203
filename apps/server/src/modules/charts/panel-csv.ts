import { measuresOf, panelOf, type PanelKey } from '@netward/contract/panels/panels'
import type { PhraseKey } from '@netward/phrases/server'
import type { RequestContext } from '../../platform/http/context.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { type Answer, clockText } from './asked.ts'

/** One line a row: its name or moment, each measure, and each one of the period before where there is one. */
export function panelCsv(ctx: RequestContext, key: PanelKey, timeZone: string, answer: Answer): CsvAnswer {
  const word = (path: string) => ctx.phrase(`panels.${path}` as PhraseKey)
  const title = word(`of.${key}.title`)
  const names = measuresOf(key).map((measure) => word(`of.${key}.measures.${measure}`))
  const isOverTime = panelOf(key).chart === 'time' || panelOf(key).chart === 'events'
  const compares = answer.before !== null
  const head = [
    isOverTime ? word('moment') : word('name'),
    ...(answer.rows.some(({ group }) => group !== null) ? [word('group')] : []),
    ...names,
    ...(compares ? names.map((name) => `${name} (${word('before')})`) : []),
  ]
  const cells = (values: readonly (number | null)[]) =>
    values.map((value) => (value === null ? '' : String(value)))
  const lines = answer.rows.map((row) =>
    csvLine([
      row.at === null ? row.label : clockText(row.at, timeZone),
      ...(head.length > names.length * (compares ? 2 : 1) + 1 ? [row.group ?? ''] : []),
      ...cells(row.values),
      ...(compares ? cells(row.before ?? names.map(() => null)) : []),
    ]),
  )
  return { name: title, csv: csvLine(head) + lines.join('') }
}
