import type { EndpointOutput } from '@netward/contract'
import type { ChartCode } from '@netward/contract/panels/panel'
import { panelOf, type PanelKey } from '@netward/contract/panels/panels'
import { wallRefreshSeconds } from '@netward/contract/wall-values'
import { DesktopOutlined, DisconnectOutlined, LoadingOutlined, StopOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { borrowLanguage } from '../../../lib/i18n.ts'
import { borrowTheme } from '../../../lib/preferences.ts'
import { keepTimeZone } from '../../../lib/time-zone.ts'
import { useNow } from '../../../lib/use-now.ts'
import { clockAt } from '../../../lib/wall-clock.ts'
import { State } from '../../../ui/state.tsx'
import { Marks, PanelBody } from '../panel-frame.tsx'
import { PanelGrid } from '../panel-grid.tsx'
import { useTurns } from '../wall.ts'
import { type WallClient, WallRefusal } from './wall-client.ts'
import '../charts.css'
import './walls.css'

type Screen = EndpointOutput<'GET /api/v1/chart/wall/screen'>

const refreshMs = wallRefreshSeconds * 1000
/** While the server does not answer. */
const retryMs = 10_000
/** Of no other use to a screen: it shows why, and asks no more. */
const final = new Set(['wall.over', 'wall.not_found', 'request.invalid'])

const codeOf = (error: Error | null): string | null =>
  error === null ? null : error instanceof WallRefusal ? error.code : 'network'

const nextRead = (error: Error | null): number | false => {
  const code = codeOf(error)
  return code === null ? refreshMs : final.has(code) ? false : retryMs
}

/** What a wall screen shows: its pages in turn, without controls. */
export function WallPage({ client }: { client: WallClient }) {
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: ['wall'],
    queryFn: () => client.call('GET /api/v1/chart/wall/screen', {}),
    refetchInterval: ({ state }) => nextRead(state.error),
  })
  useEffect(() => {
    document.documentElement.dataset['wall'] = ''
    return () => {
      delete document.documentElement.dataset['wall']
    }
  }, [])
  useLook(data)
  const code = codeOf(error)
  // Without an answer the last numbers stay, said to be old. A refusal takes them away.
  if (code !== null && (code.startsWith('wall.') || data === undefined)) return <Refused code={code} />
  if (data === undefined) return <Refused code="opening" />
  return <Pages client={client} screen={data} at={dataUpdatedAt} isStale={error !== null} />
}

/** Language, time zone and colours of the screen, which the browser does not keep. */
function useLook(screen: Screen | undefined): void {
  const now = useNow(60_000)
  const { language, timeZone, look, name } = screen ?? {}
  useEffect(() => {
    if (language === undefined || name === undefined) return
    // The console names the page anew in each language.
    const rename = async () => {
      await borrowLanguage(language)
      document.title = name
    }
    void rename()
  }, [language, name])
  useEffect(() => {
    if (timeZone !== undefined) keepTimeZone(timeZone)
  }, [timeZone])
  const hour = timeZone === undefined ? 12 : Number(clockAt(new Date(now), timeZone).slice(11, 13))
  const theme = look === 'clock' ? (hour >= 19 || hour < 7 ? 'dark' : 'light') : look
  useEffect(() => {
    if (theme !== undefined) borrowTheme(theme)
  }, [theme])
}

function Pages({
  client,
  screen,
  at,
  isStale,
}: {
  client: WallClient
  screen: Screen
  at: number
  isStale: boolean
}) {
  const { t } = useTranslation()
  const format = useFormat()
  // Equal answers keep their arrays: a new one would begin the turn again.
  const codes = useMemo(() => screen.pages.map(({ chart }) => chart), [screen.pages])
  const [chosen, setChosen] = useState<ChartCode | null>(null)
  const current = chosen !== null && codes.includes(chosen) ? chosen : codes[0]
  useTurns<ChartCode>(codes, current ?? 'overall_operations_overview', setChosen)
  const page = screen.pages.find(({ chart }) => chart === current)
  if (page === undefined || current === undefined)
    return <Message icon={<StopOutlined />} title={t('walls.noPage')} hint={t('walls.noPageHint')} />
  const frame = (key: PanelKey) => (
    <WallPanel key={`${current} ${key}`} client={client} chart={current} panel={key} />
  )
  const time = format.zoned(new Date(at).toISOString())
  return (
    <main className="chart-page wall-page">
      <header className="chart-page-head">
        <h1>{t(`shell.titles.${current}`)}</h1>
        <span className="wall-name">
          {screen.companyName} · {screen.name}
          {codes.length > 1 && ` · ${codes.indexOf(current) + 1}/${codes.length}`}
        </span>
        {isStale ? (
          <span className="wall-stale" role="alert">
            <DisconnectOutlined /> {t('walls.stale', { time })}
          </span>
        ) : (
          <span className="quiet">{t('walls.asOf', { time })}</span>
        )}
      </header>
      <PanelGrid shown={page.panels} frame={frame} />
    </main>
  )
}

function WallPanel({ client, chart, panel }: { client: WallClient; chart: ChartCode; panel: PanelKey }) {
  const { t } = useTranslation()
  const { data, error } = useQuery({
    queryKey: ['wall', chart, panel],
    queryFn: () => client.call('POST /api/v1/chart/wall/panel', { chart, panel }),
    refetchInterval: ({ state }) => nextRead(state.error),
    // Of a page that comes round again.
    staleTime: refreshMs - 5_000,
  })
  const title = t(`panels.of.${panel}.title`)
  const kind = panelOf(panel).chart
  return (
    <section className={`chart-panel panel-of-${kind}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Marks answer={data} ignored={[]} failed={error !== null && data !== undefined} />
      </header>
      <div className="chart-panel-body">
        {data !== undefined ? (
          <PanelBody panel={panel} answer={data} isTable={false} onZoom={null} />
        ) : error === null ? (
          <Skeleton active title={false} paragraph={{ rows: kind === 'figure' ? 2 : 6 }} />
        ) : (
          <div className="panel-state">
            <p>{t('panels.failed')}</p>
          </div>
        )}
      </div>
    </section>
  )
}

/** Why the screen shows nothing, in a sentence. */
function Refused({ code }: { code: string }) {
  const { t } = useTranslation()
  switch (code) {
    case 'wall.over':
      return <Message icon={<StopOutlined />} title={t('walls.over')} hint={t('walls.overHint')} />
    case 'wall.paused':
      return <Message icon={<StopOutlined />} title={t('walls.paused')} hint={t('walls.pausedHint')} />
    case 'wall.wrong_address':
      return (
        <Message icon={<StopOutlined />} title={t('walls.wrongAddress')} hint={t('walls.wrongAddressHint')} />
      )
    case 'wall.not_found':
    case 'request.invalid':
      return <Message icon={<StopOutlined />} title={t('walls.notFound')} hint={t('walls.notFoundHint')} />
    case 'opening':
      return <Message icon={<LoadingOutlined />} title={t('walls.opening')} />
    default:
      return (
        <Message
          icon={<DesktopOutlined />}
          title={t('walls.unreachable')}
          hint={t('walls.unreachableHint')}
        />
      )
  }
}

function Message({ icon, title, hint }: { icon: React.ReactNode; title: string; hint?: string }) {
  return (
    <main className="wall-message" aria-live="polite">
      <State icon={icon} title={title} hint={hint} page />
    </main>
  )
}
