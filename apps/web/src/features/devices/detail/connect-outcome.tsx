import { LoadingOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { useBecause } from '../../../lib/use-because.ts'
import type { ConnectState } from './use-connect-now.ts'

/** What came of "connect now". The region stays, so that a screen reader hears what is put into it. */
export function ConnectOutcome({ state }: { state: ConnectState }) {
  const { t } = useTranslation()
  const because = useBecause()
  return (
    <output className="connect-outcome">
      {state.kind === 'waiting' && (
        <StatusTag tone="busy" icon={<LoadingOutlined />}>
          {t('devices.move.connecting')}
        </StatusTag>
      )}
      {state.kind === 'connected' && (
        <StatusTag tone="ok">{t('devices.move.connected', { seconds: state.seconds })}</StatusTag>
      )}
      {state.kind === 'failed' && (
        <p className="device-remark device-remark-warn">
          {t('devices.move.connectFailed', { because: because(state.because) })}
        </p>
      )}
      {state.kind === 'silent' && (
        <p className="device-remark device-remark-warn">{t('devices.move.connectSilent')}</p>
      )}
    </output>
  )
}
