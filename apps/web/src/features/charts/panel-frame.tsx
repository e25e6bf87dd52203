import { InfoCircleOutlined, MoreOutlined } from '@ant-design/icons'
import { panelOf, type PanelKey } from '@netward/contract/panels/panels'
import { useNavigate } from '@tanstack/react-router'
import { Button, Dropdown, Popover, Segmented, Skeleton } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiDownload } from '../../lib/api-client.ts'
import { useFormat } from '../../lib/format.ts'
import { useTheme } from '../../lib/preferences.ts'
import { parseSearch } from '../../lib/search.ts'
import { useApi } from '../../lib/use-api.ts'
import { useNow } from '../../lib/use-now.ts'
import { useInView } from './use-in-view.ts'
import { inOne, useMeasureText } from './measure-text.ts'
import {
  listOf,
  measureEntries,
  type PanelAnswer,
  panelEndpoint,
  type PanelInput,
  type PanelRow,
  rowPage,
} from './panel.ts'
import type { PanelDrawing } from './panel-option.ts'
import { PanelFigure } from './panel-figure.tsx'
import { PanelBars, PanelEvents, PanelMatrix, PanelTable } from './panel-rows.tsx'

const PanelCanvas = lazy(async () => ({ default: (await import('./panel-canvas.tsx')).PanelCanvas }))

const canvasHeight = 252
const viewsHeight = 30
/** Older data is said to be stale. */
const staleMs = 10 * 60_000
const enoughCoverage = 0.95

export interface PanelFrameProps {
  readonly panel: PanelKey
  readonly input: Omit<PanelInput, 'panel'>
  /** Filters that are set, of those that this panel does not follow. */
  readonly ignored: readonly string[]
  readonly onZoom: ((from: string, to: string) => void) | null
}

/** A panel with all that stands around it: title, definition, state of its data, menu. */
export function PanelFrame({ panel, input, ignored, onZoom }: PanelFrameProps) {
  const { t } = useTranslation()
  const [isTable, setTable] = useState(false)
  const { chart } = panelOf(panel)
  const asked = { panel, ...input }
  const { ref, inView } = useInView()
  const { data, error, refetch } = useApi(panelEndpoint, asked, { keepPrevious: true, enabled: inView })
  const title = t(`panels.of.${panel}.title`)
  const offersTable = chart !== 'table' && chart !== 'figure' && chart !== 'events'
  return (
    <section ref={ref} className={`chart-panel panel-of-${chart}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Popover
          title={title}
          content={<Definition panel={panel} answer={data} ignored={ignored} />}
          trigger={['hover', 'click', 'focus']}
          placement="bottomLeft"
        >
          <Button
            type="text"
            size="small"
            className="panel-info"
            icon={<InfoCircleOutlined />}
            aria-label={`${title}: ${t('panels.definition')}`}
          />
        </Popover>
        <Marks answer={data} ignored={ignored} failed={error !== null && data !== undefined} />
        <Dropdown
          trigger={['click']}
          placement="bottomRight"
          menu={{
            items: [
              ...(offersTable
                ? [
                    {
                      key: 'table',
                      label: t(isTable ? 'panels.chart' : 'panels.table'),
                      onClick: () => setTable(!isTable),
                    },
                  ]
                : []),
              {
                key: 'csv',
                label: t('panels.csv'),
                onClick: () =>
                  void apiDownload('POST /api/v1/chart/panel/export', asked, title).catch(() => undefined),
              },
            ],
          }}
        >
          <Button
            type="text"
            size="small"
            className="panel-menu"
            icon={<MoreOutlined />}
            aria-label={t('panels.menu', { title })}
          />
        </Dropdown>
      </header>
      <div className="chart-panel-body">
        {data === undefined ? (
          error === null ? (
            <Skeleton active title={false} paragraph={{ rows: chart === 'figure' ? 2 : 6 }} />
          ) : (
            <div className="panel-state" role="alert">
              <p>{t('panels.failed')}</p>
              <Button size="small" onClick={() => void refetch()}>
                {t('panels.retry')}
              </Button>
            </div>
          )
        ) : (
          <PanelBody panel={panel} answer={data} isTable={isTable} onZoom={onZoom} />
        )}
      </div>
    </section>
  )
}

/** A panel's answer, drawn. */
export function PanelBody({
  panel,
  answer,
  isTable,
  onZoom,
}: {
  panel: PanelKey
  answer: PanelAnswer
  isTable: boolean
  onZoom: PanelFrameProps['onZoom']
}) {
  const { t } = useTranslation()
  const { chart } = panelOf(panel)
  const isKnown = ({ values }: PanelRow) =>
    chart === 'scatter'
      ? values.every((value) => value !== null)
      : chart === 'matrix' || chart === 'events' || values.some((value) => value !== null)
  if (chart === 'figure') return <PanelFigure panel={panel} answer={answer} />
  if (!answer.rows.some(isKnown))
    return (
      <div className="panel-state">
        <p>{t('panels.empty')}</p>
        <p className="quiet">{t('panels.emptyHint')}</p>
      </div>
    )
  if (isTable || chart === 'table') return <PanelTable panel={panel} answer={answer} />
  if (chart === 'bars' || chart === 'bullets') return <PanelBars panel={panel} answer={answer} />
  if (chart === 'matrix') return <PanelMatrix panel={panel} answer={answer} />
  if (chart === 'events') return <PanelEvents panel={panel} answer={answer} />
  return <Drawn panel={panel} answer={answer} chart={chart} onZoom={onZoom} />
}

/** Drawn on a canvas; the same values stand in a table for screen readers. */
function Drawn({
  panel,
  answer,
  chart,
  onZoom,
}: {
  panel: PanelKey
  answer: PanelAnswer
  chart: 'time' | 'treemap' | 'scatter'
  onZoom: PanelFrameProps['onZoom']
}) {
  const { t } = useTranslation()
  const theme = useTheme()
  const format = useFormat()
  const text = useMeasureText()
  const navigate = useNavigate()
  const { rows, step } = answer
  const { views = {} } = panelOf(panel)
  const names = Object.keys(views)
  const [chosen, setChosen] = useState(names[0])
  const shown = chosen === undefined ? undefined : views[chosen]
  /** Places of the measures that are drawn. */
  const places = useMemo(
    () =>
      measureEntries(panel).flatMap(({ name }, place) =>
        shown === undefined || shown.includes(name) ? [place] : [],
      ),
    [panel, shown],
  )
  const drawing = useMemo(
    (): PanelDrawing => ({
      measures: places
        .flatMap((place) => measureEntries(panel)[place] ?? [])
        .map((measure) => ({
          ...measure,
          label: t(`panels.of.${panel}.measures.${measure.name}` as 'panels.of.regions.measures.outlets'),
        })),
      rows: rows.map((row) => ({ ...row, values: places.map((place) => row.values[place] ?? null) })),
      theme,
      stepText: (at) => {
        const moment = format.dateTime(at)
        return step === 3600 ? moment.slice(5, 16) : step === null ? moment.slice(0, 7) : moment.slice(5, 10)
      },
      text: (value, measure) => inOne(text(value, measure)),
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- the texts follow the language, by `t`, and redrawing is not free
    [panel, places, rows, step, theme, t],
  )
  const open = (row: PanelRow | undefined, measure: number) => {
    const to =
      row === undefined ? null : (listOf(panel, row, places[measure] ?? measure) ?? rowPage(panel, row))
    if (to === null) return
    const [path = '', search = ''] = to.split('?')
    void navigate({ to: path, search: parseSearch(search) })
  }
  const zoom = (from: number, to: number) => {
    const begins = rows[from]?.at ?? null
    const ends = rows[to + 1]?.at ?? answer.to
    if (begins !== null && to > from) onZoom?.(begins, ends)
  }
  return (
    <>
      {names.length > 1 && (
        <Segmented<string>
          size="small"
          className="panel-views"
          aria-label={t('panels.viewsLabel')}
          {...(chosen !== undefined && { value: chosen })}
          options={names.map((value) => ({
            value,
            label: t(`panels.views.${value}` as 'panels.views.rtt'),
          }))}
          onChange={setChosen}
        />
      )}
      <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>
        <PanelCanvas
          chart={chart}
          drawing={drawing}
          height={names.length > 1 ? canvasHeight - viewsHeight : canvasHeight}
          onOpen={(row, measure) => open(rows[row], measure)}
          onZoom={onZoom === null ? null : zoom}
        />
      </Suspense>
      <div className="visually-hidden">
        <PanelTable panel={panel} answer={answer} unseen />
      </div>
    </>
  )
}

function Definition({
  panel,
  answer,
  ignored,
}: {
  panel: PanelKey
  answer: PanelAnswer | undefined
  ignored: readonly string[]
}) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className="panel-definition">
      <p>{t(`panels.of.${panel}.definition`)}</p>
      {answer !== undefined && (
        <p className="quiet">{t('panels.asOf', { time: format.zoned(answer.asOf) })}</p>
      )}
      {answer?.before != null && (
        <p className="quiet">
          {t('panels.compared', {
            from: format.dateTime(answer.before.from).slice(0, 16),
            to: format.dateTime(answer.before.to).slice(0, 16),
          })}
        </p>
      )}
      {ignored.length > 0 && (
        <p className="quiet">{t('panels.notFiltered', { filters: ignored.join(', ') })}</p>
      )}
    </div>
  )
}

/** What the reader must know of the data: stale, thin, cut, or not narrowed. */
export function Marks({
  answer,
  ignored,
  failed,
}: {
  answer: PanelAnswer | undefined
  ignored: readonly string[]
  failed: boolean
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(60_000)
  if (answer === undefined) return <span className="panel-marks" />
  const age = now - Date.parse(answer.asOf)
  const marks = [
    ...(failed || age > staleMs
      ? [t('panels.stale', { time: format.relative(answer.asOf, now) ?? format.dateTime(answer.asOf) })]
      : []),
    ...(answer.coverage !== null && answer.coverage < enoughCoverage
      ? [t('panels.coverage', { value: `${(answer.coverage * 100).toFixed(0)}%` })]
      : []),
    ...(answer.note === 'too_few' ? [t('panels.tooFew')] : []),
    ...(answer.note === 'cut' ? [t('panels.cut')] : []),
    ...(answer.note === 'provisional' ? [t('panels.provisional')] : []),
    ...(answer.note === 'corrected' ? [t('panels.corrected')] : []),
    ...(ignored.length > 0 ? [t('panels.notFiltered', { filters: ignored.join(', ') })] : []),
  ]
  return (
    <span className="panel-marks" title={marks.join(' · ')}>
      {marks.join(' · ')}
    </span>
  )
}
