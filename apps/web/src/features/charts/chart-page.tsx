import {
  type ChartCode,
  chartPermissions,
  type PanelFilter,
  usualPeriods,
} from '@netward/contract/panels/panel'
import { panelOf, type PanelKey } from '@netward/contract/panels/panels'
import type { EndpointInput } from '@netward/contract'
import { FilePdfOutlined, FullscreenOutlined } from '@ant-design/icons'
import { useLocation } from '@tanstack/react-router'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiDownloadPdf } from '../../lib/api-client.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { useTimeZone } from '../../lib/time-zone.ts'
import { useApi } from '../../lib/use-api.ts'
import { AskAssistant } from '../../ui/ask-assistant.tsx'
import { RangeBar } from '../../ui/range/range-bar.tsx'
import { longPresets } from '../../ui/range/range.ts'
import { useRange } from '../../ui/range/use-range.ts'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import { FilterBar, type Filters, useFilters } from './filter-bar.tsx'
import { PanelFrame } from './panel-frame.tsx'
import { PanelGrid } from './panel-grid.tsx'
import { useFullScreen } from './wall.ts'
import { WallButton } from './walls/wall-button.tsx'
import './charts.css'

/** A page of the operations centre: all of them are this one, with another chart code (specification §2). */
export function ChartPage({ code }: { code: ChartCode }) {
  const { t } = useTranslation()
  const read = useApi('GET /api/v1/chart/page/:chart', { chart: code })
  const shown = read.data?.panels
  const offered = useMemo(
    () => new Set<PanelFilter>((shown ?? []).flatMap((key) => [...panelOf(key).filters])),
    [shown],
  )
  const held = useSession()?.permissions
  const pages = useMemo(
    () =>
      (Object.keys(chartPermissions) as ChartCode[]).flatMap((one) =>
        held?.has(chartPermissions[one]) === true ? [paths.charts[one]] : [],
      ),
    [held],
  )
  const enter = useFullScreen(pages, useLocation({ select: ({ pathname }) => pathname }))
  return (
    <div className="chart-page">
      <header className="chart-page-head">
        <h1>{t(`shell.titles.${code}`)}</h1>
        <FilterBar offered={offered} />
        {code === 'overall_operations_overview' && <AskAssistant recipe="weekly_summary" subject={null} />}
        <PrintButton code={code} />
        <WallButton code={code} />
        <Button icon={<FullscreenOutlined />} onClick={enter}>
          {t('panels.fullScreen')}
        </Button>
      </header>
      <RangeBar usual={usualPeriods[code]} more={longPresets} compares={false} />
      {shown === undefined ? (
        <PendingState read={read} />
      ) : shown.length === 0 ? (
        <EmptyState title={t('panels.noPanels')} hint={t('panels.noPanelsHint')} />
      ) : (
        <Panels code={code} shown={shown} />
      )}
    </div>
  )
}

function PrintButton({ code }: { code: ChartCode }) {
  const { t } = useTranslation()
  const input = usePeriod(code)
  const { filters } = useFilters()
  const [busy, setBusy] = useState(false)
  const print = async () => {
    setBusy(true)
    try {
      await apiDownloadPdf(
        'POST /api/v1/chart/page/:chart/pdf',
        { chart: code, ...input, ...filters } as EndpointInput<'POST /api/v1/chart/page/:chart/pdf'>,
        t(`shell.titles.${code}`),
      )
    } catch {
      // The client has reported it.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<FilePdfOutlined />} loading={busy} onClick={() => void print()}>
      {t('panels.pdf')}
    </Button>
  )
}

/** The period of the page, as panels are asked for it. */
function usePeriod(code: ChartCode) {
  const zone = useTimeZone()
  const { span } = useRange(usualPeriods[code])
  return useMemo(
    () => ({
      from: new Date(span.from).toISOString(),
      to: new Date(span.to).toISOString(),
      timeZone: zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
    [span, zone],
  )
}

function Panels({ code, shown }: { code: ChartCode; shown: readonly PanelKey[] }) {
  const { t } = useTranslation()
  const { change } = useRange(usualPeriods[code])
  const input = usePeriod(code)
  const { filters } = useFilters()
  const zoom = (from: string, to: string) => change({ zoom: { from: Date.parse(from), to: Date.parse(to) } })
  const frame = (key: PanelKey) => {
    const followed: readonly string[] = panelOf(key).filters
    const set = Object.entries(filters) as [PanelFilter, Filters[PanelFilter]][]
    return (
      <PanelFrame
        key={key}
        panel={key}
        input={{ ...input, ...Object.fromEntries(set.filter(([name]) => followed.includes(name))) }}
        ignored={set.flatMap(([name]) => (followed.includes(name) ? [] : [t(`panels.filters.${name}`)]))}
        onZoom={panelOf(key).period === 'range' ? zoom : null}
      />
    )
  }
  return <PanelGrid shown={shown} frame={frame} />
}
