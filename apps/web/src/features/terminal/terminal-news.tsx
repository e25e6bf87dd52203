import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { countdown, secondsUntil } from '../../lib/countdown.ts'
import { useNow } from '../../lib/use-now.ts'
import { HostKeyChanged } from './host-key-changed.tsx'
import { endingOf, mayConnectAgain, type Progress } from './terminal-progress.ts'
import type { TerminalTab } from './terminal-tab.ts'

/** Messages for the terminal's user: pending approval, imminent end, or the reason for the end. */
export function TerminalNews(props: { tab: TerminalTab; progress: Progress; onReconnect: () => void }) {
  const { t } = useTranslation()
  const { tab, progress, onReconnect } = props
  const { phase, over, ending } = progress
  if (phase === 'asking')
    return <Alert type="info" showIcon title={t('terminals.askingHint', { name: tab.deviceName })} />
  if (ending !== null) return <Ending {...ending} />
  if (over === null) return null
  const how = endingOf(progress)
  if (over.offered !== undefined)
    return (
      <HostKeyChanged
        deviceId={tab.deviceId}
        trusted={over.trusted ?? ''}
        offered={over.offered}
        onAccepted={onReconnect}
      />
    )
  if (how === 'left') return null
  const outcome = t(`terminals.outcome.${over.outcome}`)
  const words = {
    title: how === 'lost' ? t('common.reconnectQuestion') : t('terminals.notConnected'),
    description: outcome,
  }
  return (
    <Alert
      type="warning"
      role="alert"
      showIcon
      {...(how === 'ended' ? { title: outcome } : words)}
      {...(mayConnectAgain(over) && {
        action: (
          <Button size="small" type="primary" onClick={onReconnect}>
            {t(how === 'lost' ? 'terminals.reconnect' : 'terminals.connectAgain')}
          </Button>
        ),
      })}
    />
  )
}

function Ending({ why, at }: NonNullable<Progress['ending']>) {
  const { t } = useTranslation()
  const now = useNow(1000)
  const seconds = secondsUntil(at, now)
  return (
    <Alert
      type="warning"
      role="alert"
      showIcon
      title={
        why === 'idle'
          ? t('terminals.endingIdle', { seconds })
          : t('terminals.endingLimit', { left: countdown(at, now) })
      }
    />
  )
}
