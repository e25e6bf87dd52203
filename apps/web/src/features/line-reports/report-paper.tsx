import { useState } from 'react'
import { useTheme } from '../../lib/preferences.ts'
import { createStore } from '../../lib/store.ts'
import { colourOf } from '../../ui/chart-look.ts'
import { Facts } from '../../ui/detail-page.tsx'
import { type Cursor, TimeChart } from '../../ui/time-chart.tsx'
import type { Report, ReportBlock } from './line-report.ts'
import './report-paper.css'

/** The report in the language that it was made in. Printing leaves the console around it out. */
export function ReportPaper({
  report: { title, subtitle, companyName, language, blocks },
}: {
  report: Report
}) {
  const [cursor] = useState(() => createStore<number | null>(null))
  return (
    <article className="report-paper" lang={language === 'zh' ? 'zh-CN' : 'en'}>
      <p className="report-company">{companyName}</p>
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
    case 'table':
      return <Table table={block} />
    case 'chart':
      return <Chart chart={block} cursor={cursor} />
  }
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
      <figcaption>{`${title} (${unit})`}</figcaption>
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
        format={(value) => `${Math.round(value * 100) / 100} ${unit}`}
        cursor={cursor}
      />
    </figure>
  )
}
