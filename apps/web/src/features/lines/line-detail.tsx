import { judgedEveryMinutes, leastCoverage } from '@netward/contract/line-quality-values'
import { useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StarButton } from '../../ui/star-button.tsx'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { AskAssistant } from '../../ui/ask-assistant.tsx'
import { DetailPage, type Fact, Facts, Panel } from '../../ui/detail-page.tsx'
import { Permission } from '../../ui/permission.tsx'
import { useMonitoringParts } from '../../ui/monitoring-parts.ts'
import { SeriesLimitNote } from '../../ui/series-limit-note.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import {
  type LineDetailRow,
  lineDetail,
  msText,
  percentText,
  scoreText,
  shareText,
  stateTones,
} from './line.ts'
import { LineOutages } from './line-outages.tsx'
import { LinePaths } from './line-paths.tsx'
import { LineTests } from './line-tests.tsx'
import { MeasuringDrawer } from './measuring-drawer.tsx'
import { CarrierOutages } from './carrier-outages.tsx'
import { Contracted } from './contracted.tsx'
import { MinuteBar, MinuteLegend } from './minute-bar.tsx'
import { SmokeCharts } from './smoke-chart.tsx'
import { TestDrawer } from './test-drawer.tsx'
import { TestResultDrawer } from './test-result-drawer.tsx'

export function LineDetail() {
  const { lineId = '' }: { lineId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_LINE') ? <Detail key={lineId} lineId={lineId} /> : <NoPermissionState />
}

function Detail({ lineId }: { lineId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { LineReportButton } = useMonitoringParts()
  const read = useApi(lineDetail, { lineId }, { keepPrevious: true })
  const [editing, setEditing] = useState(false)
  const [testing, setTesting] = useState(false)
  const [started, setStarted] = useState<string | null>(null)
  const line = read.data
  useLiveReads(lineDetail, ['line.changed'])
  return (
    <>
      <DetailPage
        title={line?.name ?? t('shell.titles.line')}
        path={paths.line(lineId)}
        back={paths.lines}
        loading={line === undefined}
        error={line === undefined ? read.error : null}
        onRetry={() => void read.refetch()}
        facts={line === undefined ? [] : factsOf(line, t)}
        tabs={
          line === undefined
            ? []
            : [
                { key: 'quality', label: t('lines.tabs.quality'), content: <Quality line={line} /> },
                {
                  key: 'outages',
                  label: t('lines.tabs.outages'),
                  content: <LineOutages line={line} />,
                },
                { key: 'paths', label: t('lines.tabs.paths'), content: <LinePaths lineId={lineId} /> },
                {
                  key: 'tests',
                  label: t('lines.tabs.tests'),
                  content: <LineTests line={line} onTest={() => setTesting(true)} />,
                },
              ]
        }
        {...(line !== undefined && {
          subtitle: `${line.outletName} · ${line.ispName || t(`outlets.isps.${line.isp}`)} · ${t(`lines.profiles.${line.profile}`)}`,
          status: (
            <>
              <StatusTag tone={stateTones[line.state]}>{t(`lines.states.${line.state}`)}</StatusTag>
              <StarButton kind="line" id={line.id} />
            </>
          ),
          actions: (
            <>
              <Permission codes={['DMS_SERVER_LINE_TEST']}>
                <Button type="primary" onClick={() => setTesting(true)}>
                  {t('lineTests.run')}
                </Button>
              </Permission>
              <LineReportButton line={line} />
              <AskAssistant
                recipe="isp_complaint"
                subject={{ kind: 'line', id: line.id }}
                name={`${line.outletName} ${line.name}`}
              />
              <Permission codes={['DMS_SERVER_LINE_EDIT']}>
                <Button onClick={() => setEditing(true)}>{t('lines.measuring')}</Button>
              </Permission>
            </>
          ),
        })}
      />
      {line !== undefined && <MeasuringDrawer line={line} open={editing} onClose={() => setEditing(false)} />}
      {line !== undefined && (
        <TestDrawer line={line} open={testing} onClose={() => setTesting(false)} onStarted={setStarted} />
      )}
      {line !== undefined && started !== null && (
        <TestResultDrawer testId={started} contracted={line} onClose={() => setStarted(null)} />
      )}
    </>
  )

  function factsOf(row: LineDetailRow, text: typeof t): readonly Fact[] {
    return [
      { label: text('lines.loss'), value: percentText(row.now.loss) },
      { label: text('lines.rtt'), value: msText(row.now.rtt) },
      { label: text('lines.jitter'), value: msText(row.now.jitter) },
      { label: text('lines.mos'), value: scoreText(row.now.mos) },
      {
        label: text('lines.measuredBy'),
        value: row.measuredBy === null ? '—' : text(`lines.measurers.${row.measuredBy}`),
      },
      { label: text('lines.measuredAt'), value: format.dateTime(row.measuredAt) },
    ]
  }
}

function Quality({ line }: { line: LineDetailRow }) {
  const { t } = useTranslation()
  return (
    <>
      <CarrierOutages lineId={line.id} />
      <SeriesLimitNote companyId={line.companyId} />
      <Panel title={t('lines.recent')}>
        <MinuteBar letters={line.minutes} of="minutes" />
        <MinuteLegend />
      </Panel>
      {line.figures.map((figure) => (
        <Panel key={figure.days} title={t(figure.days === 1 ? 'lines.figures.day' : 'lines.figures.week')}>
          <Facts
            facts={[
              {
                label: t('lines.availability'),
                value: <Covered coverage={figure.coverage}>{shareText(figure.availability)}</Covered>,
              },
              {
                label: t('lines.withinTarget'),
                value: <Covered coverage={figure.coverage}>{shareText(figure.withinTarget)}</Covered>,
              },
              { label: t('lines.coverage'), value: shareText(figure.coverage) },
              { label: t('lines.downMinutes'), value: t('lines.minutes', { n: figure.downMinutes }) },
              { label: t('lines.outageCount'), value: figure.outages },
              { label: t('lines.blindMinutes'), value: t('lines.minutes', { n: figure.blindMinutes }) },
            ]}
          />
          <p className="line-note">
            {t(figure.businessHours ? 'lines.countedHours' : 'lines.counted')} · {t('lines.formula')}
            {figure.everyMinutes > judgedEveryMinutes &&
              ` · ${t('lines.seldom', { n: figure.everyMinutes })}`}
          </p>
        </Panel>
      ))}
      <Panel title={t('lines.smoke.title')}>
        <SmokeCharts lineId={line.id} everyMinutes={line.figures[0]?.everyMinutes ?? 1} />
        <p className="line-note">{t('lines.target', line.limits)}</p>
      </Panel>
      <Contracted line={line} />
    </>
  )
}

/** Hatched where too little was measured. */
function Covered({ coverage, children }: { coverage: number | null; children: string }) {
  const { t } = useTranslation()
  if (coverage === null || coverage >= leastCoverage) return children
  return (
    <span className="line-hatched" title={t('lines.lowCoverage')}>
      {children}
    </span>
  )
}
