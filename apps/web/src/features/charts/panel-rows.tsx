import { LoginOutlined } from '@ant-design/icons'
import { panelOf, type PanelKey } from '@netward/contract/panels/panels'
import { Button } from 'antd'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { actIn } from '../../lib/act-in.ts'
import { useFormat } from '../../lib/format.ts'
import { inOne, useMeasureText } from './measure-text.ts'
import { OpensList } from './panel-figure.tsx'
import { Spark } from './spark.tsx'
import { listOf, measureEntries, type PanelAnswer, rowPage } from './panel.ts'

interface Props {
  panel: PanelKey
  answer: PanelAnswer
}

/**
 * Every value, by name or by moment: a chart of its own, and `unseen` what a canvas shows to a screen reader, without links that
 * would take the focus out of sight.
 */
export function PanelTable({ panel, answer, unseen = false }: Props & { unseen?: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const text = useMeasureText()
  const measures = measureEntries(panel)
  const grouped = answer.rows.some(({ group }) => group !== null)
  const { chart } = panelOf(panel)
  const traced = answer.rows.some(({ trend }) => trend !== null)
  const opening = (to: string | null) => (unseen ? null : to)
  return (
    <div
      // What scrolls is reached by keys.
      {...(!unseen && { className: 'panel-table', tabIndex: 0 })}
    >
      <table>
        <caption className="visually-hidden">{t(`panels.of.${panel}.title`)}</caption>
        <thead>
          <tr>
            <th scope="col">
              {chart === 'time' || chart === 'events' ? t('panels.moment') : t('panels.name')}
            </th>
            {grouped && <th scope="col">{t('panels.group')}</th>}
            {traced && <th scope="col">{t('panels.trend')}</th>}
            {measures.map(({ name }) => (
              <th key={name} scope="col" className="number">
                {t(`panels.of.${panel}.measures.${name}` as 'panels.of.regions.measures.outlets')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                {row.tone !== null && <Dot tone={row.tone} />}
                <OpensList to={opening(row.page === null ? null : rowPage(panel, row))} label={null}>
                  {row.at !== null && row.label === '' ? format.dateTime(row.at).slice(0, 16) : row.label}
                </OpensList>
                {row.companyId !== null && !unseen && <ActIn companyId={row.companyId} name={row.label} />}
              </th>
              {grouped && <td>{row.group}</td>}
              {traced && measures[0] !== undefined && (
                <td>
                  <Spark values={row.trend ?? []} measure={measures[0]} />
                </td>
              )}
              {measures.map((measure, place) => (
                <td key={measure.name} className="number">
                  <OpensList to={opening(listOf(panel, row, place))} label={null}>
                    {inOne(text(row.values[place], measure))}
                  </OpensList>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ActIn({ companyId, name }: { companyId: string; name: string }) {
  const { t } = useTranslation()
  return (
    <Button
      type="text"
      size="small"
      icon={<LoginOutlined />}
      aria-label={t('panels.actIn', { name })}
      title={t('panels.actIn', { name })}
      onClick={() => actIn({ companyId, name })}
    />
  )
}

/** State by shape too: what is bad is a square, what is not known a ring. */
export function Dot({ tone }: { tone: string }) {
  return <i className={`panel-dot dot-${tone}`} aria-hidden="true" />
}

/** Names with bars: the first measure decides the length; a target stands as a line. */
export function PanelBars({ panel, answer }: Props) {
  const { t } = useTranslation()
  const text = useMeasureText()
  const measures = measureEntries(panel)
  const [first, second] = measures
  const isBullet = panelOf(panel).chart === 'bullets'
  const most = isBullet ? 1 : Math.max(...answer.rows.map(({ values }) => values[0] ?? 0), 0)
  if (first === undefined) return null
  const width = (value: number | null | undefined) =>
    most === 0 || value === null || value === undefined ? 0 : (value / most) * 100
  return (
    <ol className={isBullet ? 'panel-bars panel-bullets' : 'panel-bars'}>
      {answer.rows.map((row) => (
        <li
          key={row.key}
          style={
            { '--width': `${width(row.values[0])}%`, '--target': `${width(row.values[1])}%` } as CSSProperties
          }
        >
          <span className="panel-bar-name" title={row.label}>
            {row.tone !== null && <Dot tone={row.tone} />}
            <OpensList to={rowPage(panel, row)} label={null}>
              {row.label}
            </OpensList>
          </span>
          <span className={`panel-bar ${row.tone === null ? '' : `bar-${row.tone}`}`}>
            <i />
            {isBullet && row.values[1] !== null && <b />}
          </span>
          <span className="panel-bar-value">
            {inOne(text(row.values[0], first))}
            {!isBullet && second !== undefined && (
              <small>
                {t(`panels.of.${panel}.measures.${second.name}` as 'panels.of.regions.measures.outlets')}{' '}
                {inOne(text(row.values[1], second))}
              </small>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** A cell a thing. */
export function PanelMatrix({ panel, answer }: Props) {
  const text = useMeasureText()
  const [first] = measureEntries(panel)
  return (
    <ul className="panel-matrix">
      {answer.rows.map((row) => {
        const value = first === undefined ? '' : inOne(text(row.values[0], first))
        return (
          <li key={row.key} className={`cell-${row.tone ?? 'quiet'}`} title={`${row.label} · ${value}`}>
            <OpensList to={rowPage(panel, row)} label={row.label}>
              {value}
            </OpensList>
          </li>
        )
      })}
    </ul>
  )
}

/** The newest first. */
export function PanelEvents({ panel, answer }: Props) {
  const format = useFormat()
  return (
    <ol className="panel-events">
      {answer.rows.map((row) => (
        <li key={row.key}>
          <time>{row.at === null ? '' : format.dateTime(row.at).slice(5, 16)}</time>
          <Dot tone={row.tone ?? 'quiet'} />
          <span>
            <OpensList to={rowPage(panel, row)} label={null}>
              {row.label}
            </OpensList>
            {row.group !== null && <small>{row.group}</small>}
          </span>
        </li>
      ))}
    </ol>
  )
}
