import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import { useEffect, useMemo } from 'react'
import { ApiError } from '../lib/api-errors.ts'
import { startLive, stopLive } from '../lib/live.ts'
import { useLanguage, useSize, useTheme } from '../lib/preferences.ts'
import { useActing, useSession } from '../lib/session.ts'
import { ConsoleLayout } from './layout/console-layout.tsx'
import { componentTheme } from './theme.ts'
import '../lib/react-i18n.ts'
import 'antd/dist/reset.css'
import './console.css'

/** Only what may pass by itself is tried again; an answer of the server is an answer. */
function mayPass(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && (error.code === 'network' || error.status === 503)
}

export function Console() {
  const theme = useTheme()
  const language = useLanguage()
  const size = useSize()
  const config = useMemo(() => componentTheme(theme, size), [theme, size])
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
    startLive()
    return stopLive
  }, [scope])
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

/** Company in use and tenant acted in: what the whole console depends on. */
function useScope(): string {
  const companyId = useSession()?.user.companyId ?? ''
  return `${companyId}/${useActing()?.companyId ?? ''}`
}
