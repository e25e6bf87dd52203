import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Permission } from '../../ui/permission.tsx'

/** Both fingerprints, and a button to trust the new one for users who may. */
export function HostKeyChanged(props: {
  deviceId: string
  trusted: string
  offered: string
  onAccepted: () => void
}) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const accept = useAct('POST /api/v1/device/:deviceId/terminal/host-key', {
    refresh: ['GET /api/v1/device/:deviceId/terminal/access'],
  })
  const { deviceId, offered } = props
  return (
    <Alert
      type="error"
      role="alert"
      showIcon
      title={t('terminals.hostKeyChanged')}
      description={
        <dl className="terminal-fingerprints">
          <dt>{t('terminals.hostKey')}</dt>
          <dd>{props.trusted}</dd>
          <dt>{t('terminals.offeredHostKey')}</dt>
          <dd>{offered}</dd>
        </dl>
      }
      action={
        <Permission codes={['DMS_SERVER_DEVICE_TERMINAL_EDIT']}>
          <Button
            size="small"
            danger
            onClick={() =>
              void confirm({
                title: t('terminals.acceptTitle'),
                text: t('terminals.acceptText'),
                names: [offered],
                action: t('terminals.acceptHostKey'),
                act: async () => {
                  await accept.mutateAsync({ deviceId, fingerprint: offered })
                  notify.success(t('terminals.hostKeyAccepted'))
                  props.onAccepted()
                },
              })
            }
          >
            {t('terminals.acceptHostKey')}
          </Button>
        </Permission>
      }
    />
  )
}
