import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import { useMemo } from 'react'
import { WallClient } from '../features/charts/walls/wall-client.ts'
import { WallPage } from '../features/charts/walls/wall-page.tsx'
import { useLanguage, useMotion, useTheme } from '../lib/preferences.ts'
import { componentTheme } from './theme.ts'
import '../lib/react-i18n.ts'
import 'antd/dist/reset.css'
import './console.css'

/** A wall screen: components of the console without its layout, session and live events. */
export function Wall({ ticket }: { ticket: string }) {
  const theme = useTheme()
  const language = useLanguage()
  const motion = useMotion()
  const config = useMemo(() => componentTheme(theme, 'default', motion), [theme, motion])
  const [client, queries] = useMemo(
    () => [
      new WallClient(ticket),
      new QueryClient({
        defaultOptions: {
          // Nobody is there: it reads on in the background, and again by its own interval after a failure.
          queries: {
            retry: false,
            networkMode: 'always',
            refetchIntervalInBackground: true,
            refetchOnWindowFocus: false,
            gcTime: 300_000,
          },
        },
      }),
    ],
    [ticket],
  )
  return (
    <ConfigProvider theme={config} locale={language === 'zh' ? zhCN : enUS}>
      <QueryClientProvider client={queries}>
        <App>
          <WallPage client={client} />
        </App>
      </QueryClientProvider>
    </ConfigProvider>
  )
}
