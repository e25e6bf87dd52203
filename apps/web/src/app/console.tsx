import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import { useEffect, useMemo } from 'react'
import { startDrafts } from '../features/orders/drafts/drafts.ts'
import { ApiError } from '../lib/api-errors.ts'
import { type LiveNews, listenLive, startLive, stopLive } from '../lib/live.ts'
import { useLanguage, useMotion, useSize, useTheme } from '../lib/preferences.ts'
import { actingStore, refusedEntry, rightsNews, sessionStore, useActing, useSession } from '../lib/session.ts'
import { ConsoleLayout } from './layout/console-layout.tsx'
import { actIn } from './scope.ts'
import { componentTheme } from './theme.ts'
import '../lib/react-i18n.ts'
import 'antd/dist/reset.css'
import './console.css'

/** Retries only transient failures; a server response is final. */
function mayPass(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && (error.code === 'network' || error.status === 503)
}

export function Console() {
  const theme = useTheme()
  const language = useLanguage()
  const size = useSize()
  const motion = useMotion()
  const config = useMemo(() => componentTheme(theme, size, motion), [theme, size, motion])
  const scope = useScope()
  const queries = useMemo(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { retry: mayPass, staleTime: 5_000, gcTime: 300_000, refetchOnWindowFocus: false },
        },
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- another company: nothing of the last one may be shown
    [scope],
  )
  useEffect(() => {
    startLive(sessionStore.get()?.user.liveCursor ?? null)
    return stopLive
  }, [scope])
  useEffect(startDrafts, [scope])
  useEffect(
    // Each screen refetches its data when the event arrives. Cached data of others is now stale, and so are
    // pending refetches of a closed screen.
    () => listenLive(() => void queries.invalidateQueries({ refetchType: 'none' })),
    [queries],
  )
  useEffect(() => listenLive(hearOfRights), [])
  useEffect(() => refusedEntry.subscribe(exitClosedTenant), [])
  return (
    <ConfigProvider
      theme={config}
      locale={language === 'zh' ? zhCN : enUS}
      componentSize={size === 'default' ? 'medium' : size}
      button={{ autoInsertSpace: false }}
    >
      <QueryClientProvider client={queries}>
        <App className="console-app">
          <ConsoleLayout key={scope} />
        </App>
      </QueryClientProvider>
    </ConfigProvider>
  )
}

/** The current tenant is closed to the user: returns to their own company; the layout gives the reason. */
function exitClosedTenant(): void {
  const refused = refusedEntry.get()
  if (refused !== null && actingStore.get()?.companyId === refused.tenant.companyId) void actIn(null)
}

/** Events of companies below arrive too: their roles are irrelevant here. */
function hearOfRights(news: LiveNews): void {
  const here = actingStore.get()?.companyId ?? sessionStore.get()?.user.companyId
  const concerns =
    news.type === 'reset' ||
    (['role.changed', 'member.changed'].includes(news.event.kind) && news.event.companyId === here)
  if (concerns) rightsNews.update((count) => count + 1)
}

/** Current company and tenant: the whole console depends on them. */
function useScope(): string {
  const companyId = useSession()?.user.companyId ?? ''
  return `${companyId}/${useActing()?.companyId ?? ''}`
}
