import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Permission } from '../../ui/permission.tsx'
import { type Configuration, oneConfiguration } from './configuration.ts'

/** The device shows another host key than the trusted one: backups fail until a person decides. */
export function HostKeyRemark({ configuration }: { configuration: Configuration }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const accept = useAct('POST /api/v1/device/:deviceId/terminal/host-key', { refresh: [oneConfiguration] })
  const { deviceId, offeredHostKey, hostKey } = configuration
  if (offeredHostKey === null) return null
  const ask = () =>
    void confirm({
      title: t('configurations.hostKeyAcceptTitle'),
      text: t('configurations.hostKeyAcceptText'),
      names: [offeredHostKey],
      action: t('configurations.hostKeyAccept'),
      act: async () => {
        await accept.mutateAsync({ deviceId, fingerprint: offeredHostKey })
        notify.success(t('configurations.hostKeyAccepted'))
      },
    })
  return (
    <div className="device-remark device-remark-warn" role="alert">
      <div>
        <strong>{t('configurations.hostKeyTitle')}</strong>
        <p className="device-plain">{t('configurations.hostKeyText')}</p>
        <p className="configuration-keys">
          {hostKey} → {offeredHostKey}
        </p>
        <Permission codes={['DMS_SERVER_DEVICE_TERMINAL_EDIT']}>
          <Button danger onClick={ask}>
            {t('configurations.hostKeyAccept')}
          </Button>
        </Permission>
      </div>
    </div>
  )
}
