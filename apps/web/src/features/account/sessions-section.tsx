import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useFormat } from '../../lib/format.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Facts, Panel } from '../../ui/detail-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type OwnSession, sessionsEndpoint } from './account.ts'
import { browserWords } from './browser-words.ts'

/** There is no live event for a user's sessions. */
const rereadMs = 60_000

export function SessionsSection() {
  const { t } = useTranslation()
  const { data, error, refetch } = useApi(sessionsEndpoint, {}, { refetchInterval: rereadMs })
  const endOthers = useEndOthers()
  const others = data?.filter(({ current }) => !current).length ?? 0
  return (
    <Panel
      title={t('account.sessions')}
      actions={
        others > 0 && (
          <Button danger onClick={() => endOthers(others)}>
            {t('account.sessionEndOthers')}
          </Button>
        )
      }
    >
      <p className="quiet">{t('account.sessionsHint')}</p>
      {data !== undefined ? (
        <ul className="account-sessions">
          {data.map((session) => (
            <SessionLine key={session.id} session={session} />
          ))}
        </ul>
      ) : error === null ? (
        <LoadingState rows={3} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Panel>
  )
}

function SessionLine({ session }: { session: OwnSession }) {
  const { t } = useTranslation()
  const format = useFormat()
  const end = useEnd()
  const browser = useBrowserText(session.userAgent)
  const address = session.remoteAddress ?? t('account.sessionAddressUnknown')
  return (
    <li>
      <div className="account-session-head">
        <strong title={session.userAgent}>{browser}</strong>
        {session.current ? (
          <StatusTag tone="ok">{t('account.sessionThis')}</StatusTag>
        ) : (
          <Button
            size="small"
            danger
            aria-label={t('account.sessionEndOf', { browser, address })}
            onClick={() => end(session, browser, address)}
          >
            {t('account.sessionEnd')}
          </Button>
        )}
      </div>
      <Facts
        facts={[
          { label: t('account.sessionAddress'), value: <span className="mono">{address}</span> },
          { label: t('account.sessionCompany'), value: session.companyName },
          { label: t('account.sessionSeen'), value: <RelativeTime at={session.lastSeenAt} /> },
          { label: t('account.sessionSince'), value: format.dateTime(session.createdAt) },
        ]}
      />
    </li>
  )
}

function useBrowserText(userAgent: string): string {
  const { t } = useTranslation()
  const { browser, system } = browserWords(userAgent)
  if (browser !== null && system !== null) return t('account.browserOn', { browser, system })
  return browser ?? system ?? t('account.browserUnknown')
}

function useEnd(): (session: OwnSession, browser: string, address: string) => void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const end = useAct('DELETE /api/v1/auth/account/sessions/:sessionId', { refresh: [sessionsEndpoint] })
  return ({ id: sessionId }, browser, address) => {
    void confirm({
      title: t('account.sessionEndTitle'),
      text: t('account.sessionEndText', { browser, address }),
      action: t('account.sessionEnd'),
      act: async () => {
        await end.mutateAsync({ sessionId })
        notify.success(t('account.sessionEnded'))
      },
    })
  }
}

function useEndOthers(): (count: number) => void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const end = useAct('POST /api/v1/auth/account/sessions/end-others', { refresh: [sessionsEndpoint] })
  return (count) => {
    void confirm({
      title: t('account.sessionEndOthersTitle', { count }),
      text: t('account.sessionEndOthersText'),
      action: t('account.sessionEndOthers'),
      act: async () => {
        const { ended } = await end.mutateAsync({})
        notify.success(t('account.sessionEndedOthers', { count: ended }))
      },
    })
  }
}
