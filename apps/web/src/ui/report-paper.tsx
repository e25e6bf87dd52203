import type { ReportBlock } from '@netward/contract/report-blocks'
import { useState } from 'react'
import { useTheme } from '../lib/preferences.ts'
import { createStore } from '../lib/store.ts'
import { colourOf } from './chart-look.ts'
import { Facts } from './detail-page.tsx'
import { type Cursor, TimeChart } from './time-chart.tsx'
import './report-paper.css'

export interface PaperReport {
  readonly title: string
  readonly subtitle: string
  /** Whose report it is, above its title. */
  readonly head: string
  readonly language: 'zh' | 'en'
  readonly blocks: readonly ReportBlock[]
}

/** A report in the language that it was made in. Printing leaves the console around it out. */
export function ReportPaper({
  report: { title, subtitle, head, language, blocks },
}: {
  report: PaperReport
}) {
  const [cursor] = useState(() => createStore<number | null>(null))
  return (
    <article className="report-paper" lang={language === 'zh' ? 'zh-CN' : 'en'}>
      <p className="report-company">{head}</p>
      <h2>{title}</h2>
      <p className="report-note">{subtitle}</p>
      {blocks.map((block, at) => (
        <Block key={at} block={block} cursor={cursor} />
      ))}
    </article>
  )
}

function Block({ block, cursor }: { block: ReportBlock; cursor: Cursor }) {
  switch (block.kind) {
    case 'heading':
      return <h3 className={block.newPage ? 'report-new-page' : undefined}>{block.text}</h3>
    case 'text':
      return <p>{block.text}</p>
    case 'note':
      return <p className="report-note">{block.text}</p>
    case 'facts':
      return <Facts facts={block.facts} />
    case 'figures':
      return <Figures figures={block.figures} />
    case 'table':
      return <Table table={block} />
    case 'chart':
      return <Chart chart={block} cursor={cursor} />
  }
}

function Figures({ figures }: Pick<Extract<ReportBlock, { kind: 'figures' }>, 'figures'>) {
  return (
    <dl className="report-figures">
      {figures.map(({ label, value, change, better }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          <dd className={better === null ? 'report-change' : better ? 'report-better' : 'report-worse'}>
            {change === '' ? '\u00a0' : change}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Table({ table: { columns, rows, empty } }: { table: Extract<ReportBlock, { kind: 'table' }> }) {
  if (rows.length === 0) return <p className="report-note">{empty}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide one scrolls on a phone, and is reached by keys
    <section className="report-scroll" tabIndex={0} aria-label={columns.map(({ title }) => title).join(', ')}>
      <table className={columns.length > 4 ? 'report-table report-wide' : 'report-table'}>
        <thead>
          <tr>
            {columns.map(({ title, align }, at) => (
              <th key={at} style={{ textAlign: align }}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                // A figure stays with its unit on a phone.
                <td key={column} className={columns[column]?.align === 'right' ? 'report-figure' : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Chart({ chart, cursor }: { chart: Extract<ReportBlock, { kind: 'chart' }>; cursor: Cursor }) {
  const { title, unit, start, stepSeconds, steps, series, marks } = chart
  const stepMs = stepSeconds * 1000
  const theme = useTheme()
  return (
    <figure className="report-chart">
      <figcaption>{unit === '' ? title : `${title} (${unit})`}</figcaption>
      <ul className="report-legend">
        {series.map(({ name }, place) => (
          <li key={name}>
            <i style={{ background: colourOf(theme, place) }} aria-hidden="true" />
            {name}
          </li>
        ))}
      </ul>
      <TimeChart
        title={title}
        series={series.map(({ name, values }, place) => ({
          key: name,
          name,
          colour: place,
          points: values.map((value, step) => [start + step * stepMs, value] as const),
        }))}
        spans={marks}
        from={start}
        to={start + steps * stepMs}
        stepMs={stepMs}
        min={0}
        format={(value) => `${Math.round(value * 100) / 100} ${unit}`.trim()}
        cursor={cursor}
      />
    </figure>
  )
}
