import { LoadingOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { useBecause } from '../../../lib/use-because.ts'
import type { DeviceDetail } from '../../../lib/device-row.ts'
import { NextInformText } from '../../../ui/next-inform-text.tsx'
import type { ConnectState } from './use-connect-now.ts'

/** Result of "connect now". The live region stays mounted, so that screen readers announce new content. */
export function ConnectOutcome({ state, device }: { state: ConnectState; device: DeviceDetail }) {
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
        <div className="device-remark device-remark-warn">
          <div>{t('devices.move.connectFailed', { because: because(state.because) })}</div>
          <NextInformText device={device} />
        </div>
      )}
      {state.kind === 'silent' && (
        <div className="device-remark device-remark-warn">
          <div>{t('devices.move.connectSilent')}</div>
          <NextInformText device={device} />
        </div>
      )}
    </output>
  )
}
