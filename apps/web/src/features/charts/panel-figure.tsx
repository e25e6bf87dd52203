import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import type { PanelKey } from '@netward/contract/panels/panels'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { parseSearch } from '../../lib/search.ts'
import { useMeasureText } from './measure-text.ts'
import { Spark } from './spark.tsx'
import { listOf, measureEntries, type NamedMeasure, type PanelAnswer } from './panel.ts'

/** One big number, its change, and the numbers beside it. */
export function PanelFigure({ panel, answer }: { panel: PanelKey; answer: PanelAnswer }) {
  const text = useMeasureText()
  const measures = measureEntries(panel)
  const [row] = answer.rows
  const [first, ...others] = measures
  if (row === undefined || first === undefined) return null
  const big = text(row.values[0], first)
  return (
    <div>
      <div className="panel-figure-main">
        <OpensList to={listOf(panel, row, 0)} label={<MeasureName panel={panel} measure={first} />}>
          <strong>{big.number}</strong>
          {big.unit !== '' && <small>{big.unit}</small>}
        </OpensList>
        {first.unit !== 'share' && (
          <span className="panel-figure-name" aria-hidden="true">
            <MeasureName panel={panel} measure={first} />
          </span>
        )}
        {row.trend !== null && <Spark values={row.trend} measure={first} />}
        <Change measure={first} now={row.values[0] ?? null} before={row.before?.[0] ?? null} />
      </div>
      <dl className="panel-figure-more">
        {others.map((measure, place) => {
          const { number, unit } = text(row.values[place + 1], measure)
          const isBad = measure.tone !== undefined && (row.values[place + 1] ?? 0) > 0
          return (
            <div key={measure.name} className={isBad ? `tone-${measure.tone}` : ''}>
              <dt>
                <MeasureName panel={panel} measure={measure} />
              </dt>
              <dd>
                <OpensList to={listOf(panel, row, place + 1)} label={null}>
                  {number}
                  {unit !== '' && <small>{unit}</small>}
                </OpensList>
              </dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}

function MeasureName({ panel, measure }: { panel: PanelKey; measure: NamedMeasure }) {
  const { t } = useTranslation()
  return <>{t(`panels.of.${panel}.measures.${measure.name}` as 'panels.of.regions.measures.outlets')}</>
}

/** A number that opens the list which it counts. */
export function OpensList({
  to,
  label,
  children,
}: {
  to: string | null
  label: React.ReactNode
  children: React.ReactNode
}) {
  if (to === null) return <span className="panel-number">{children}</span>
  const [path = '', search = ''] = to.split('?')
  return (
    <Link to={path} search={parseSearch(search)} className="panel-number">
      {label !== null && <span className="visually-hidden">{label} </span>}
      {children}
    </Link>
  )
}

/** Against the period before: rates in percentage points. */
function Change({
  measure,
  now,
  before,
}: {
  measure: NamedMeasure
  now: number | null
  before: number | null
}) {
  const { t } = useTranslation()
  const text = useMeasureText()
  if (now === null || before === null) return null
  const difference = now - before
  const { number } = text(Math.abs(difference), measure)
  if (Number(number.replaceAll(',', '')) === 0)
    return <span className="panel-change quiet">{t('panels.same')}</span>
  const isUp = difference > 0
  const isGood = measure.better === undefined ? null : isUp === (measure.better === 'more')
  return (
    <span className={`panel-change ${isGood === null ? 'quiet' : isGood ? 'tone-good' : 'tone-bad'}`}>
      {isUp ? <ArrowUpOutlined aria-label="+" /> : <ArrowDownOutlined aria-label="−" />}
      {measure.unit === 'share' ? t('panels.points', { value: number }) : number}
    </span>
  )
}
