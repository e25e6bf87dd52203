import type { PanelMeasure } from '@netward/contract/panels/panel'
import { panelOf, type PanelKey } from '@netward/contract/panels/panels'
import type { PhraseKey } from '@netward/phrases/server'
import type { CallContext } from '../../platform/http/context.ts'
import type { PaperBlock, PaperFigure } from '../../platform/paper/document.ts'
import { type Answer, clockText } from './asked.ts'

type Words = Pick<CallContext, 'phrase'>

/** What a printed page says: its figures beside each other, then each panel with its definition. */
export function pageBlocks(
  call: Words,
  answers: readonly { key: PanelKey; answer: Answer }[],
  timeZone: string,
): PaperBlock[] {
  const figures = answers.filter(({ key }) => panelOf(key).chart === 'figure')
  const others = answers.filter(({ key }) => panelOf(key).chart !== 'figure')
  return [
    { kind: 'figures', figures: figures.map(({ key, answer }) => figureOf(call, key, answer)) },
    ...others.flatMap(({ key, answer }): PaperBlock[] => [
      { kind: 'heading', text: word(call, `of.${key}.title`) },
      { kind: 'note', text: word(call, `of.${key}.definition`) },
      drawn(call, key, answer, timeZone),
    ]),
  ]
}

const word = (call: Words, path: string) => call.phrase(`panels.${path}` as PhraseKey)
const measureName = (call: Words, key: PanelKey, name: string) => word(call, `of.${key}.measures.${name}`)

function valueText(
  call: Words,
  value: number | null | undefined,
  { unit, decimals = 0 }: PanelMeasure,
): string {
  if (value === null || value === undefined) return '—'
  if (unit === 'share') return `${(value * 100).toFixed(decimals)}%`
  const number = decimals === 0 ? String(Math.round(value)) : value.toFixed(decimals)
  return unit === 'count' || unit === 'quantity' || unit === 'score'
    ? number
    : `${number} ${word(call, `units.${unit}`)}`
}

function figureOf(call: Words, key: PanelKey, { rows: [row] }: Answer): PaperFigure {
  const [[, first] = [], ...others] = Object.entries(panelOf(key).measures)
  const beside = others.map(
    ([name, measure], place) =>
      `${measureName(call, key, name)} ${valueText(call, row?.values[place + 1], measure)}`,
  )
  return {
    label: word(call, `of.${key}.title`),
    value: first === undefined ? '—' : valueText(call, row?.values[0], first),
    change: beside.join(' · '),
    better: null,
  }
}

/** Curves where steps are of one length, else a table. */
function drawn(call: Words, key: PanelKey, { rows, step }: Answer, timeZone: string): PaperBlock {
  const measures = Object.entries(panelOf(key).measures)
  const second = rows[1]?.at ?? null
  if (panelOf(key).chart === 'time' && step !== null && second !== null) {
    const [[, first] = []] = measures
    return {
      kind: 'chart',
      title: word(call, `of.${key}.title`),
      unit:
        first === undefined || first.unit === 'count'
          ? ''
          : first.unit === 'share'
            ? '%'
            : word(call, `units.${first.unit}`),
      timeZone,
      start: Date.parse(second) - step * 1000,
      stepSeconds: step,
      steps: rows.length,
      series: measures.map(([name, { unit }], place) => ({
        name: measureName(call, key, name),
        values: rows.map(({ values }) => {
          const value = values[place] ?? null
          return value !== null && unit === 'share' ? value * 100 : value
        }),
      })),
    }
  }
  const grouped = rows.some(({ group }) => group !== null)
  return {
    kind: 'table',
    columns: [
      { title: word(call, 'name'), width: 3 },
      ...(grouped ? [{ title: word(call, 'group'), width: 2 }] : []),
      ...measures.map(([name]) => ({
        title: measureName(call, key, name),
        width: 1.4,
        align: 'right' as const,
      })),
    ],
    rows: rows.map(({ at, label, group, values }) => [
      [at === null ? '' : clockText(at, timeZone), label].filter((text) => text !== '').join(' '),
      ...(grouped ? [group ?? ''] : []),
      ...measures.map(([, measure], place) => valueText(call, values[place], measure)),
    ]),
    empty: word(call, 'empty'),
  }
}
