import { cancellable } from '@netward/contract/states/device'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { faultText } from '../../lib/fault-text.ts'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct } from '../../lib/use-api.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { NextInformText } from '../../ui/next-inform-text.tsx'
import type { DeviceDetail } from '../../lib/device-row.ts'
import { type Change, settingsRead } from './setting.ts'
import { useSettingWords } from './use-setting-words.ts'

const tones: Record<Change['state'], StatusTone> = {
  waiting: 'waiting',
  sent: 'busy',
  done: 'ok',
  failed: 'bad',
  expired: 'off',
  cancelled: 'off',
}

interface Props {
  readonly device: DeviceDetail
  readonly change: Change
  /** Reopens the form with the typed values; null if they are unknown. */
  readonly onAgain: (() => void) | null
}

/** The last change: its progress, and what the gateway refused. Available again after leaving the page. */
export function ChangeBanner({ device, change, onAgain }: Props) {
  const { t } = useTranslation()
  const mayCancel = useMay('DMS_SERVER_DEVICE_EDIT')
  const cancel = useAct('POST /api/v1/device/:deviceId/commands/:commandId/cancel', {
    refresh: [settingsRead, 'GET /api/v1/device/:deviceId/commands'],
  })
  const { state, createdByName } = change
  return (
    <section
      className={`setting-change setting-change-${tones[state]}`}
      aria-label={t('gatewaySettings.change.title')}
    >
      <output className="setting-change-head">
        <strong>{t('gatewaySettings.change.title')}</strong>
        <StatusTag tone={tones[state]}>
          {state === 'done' && change.appliesLater
            ? t('gatewaySettings.change.doneLater')
            : t(`gatewaySettings.change.states.${state}`)}
        </StatusTag>
        <span className="device-quiet">
          {createdByName !== null && `${createdByName} · `}
          <RelativeTime at={change.finishedAt ?? change.createdAt} />
        </span>
      </output>
      <ul>
        {change.asked.map((one, index) => (
          // The parts of one change have no other key.
          <li key={index}>
            <Asked asked={one} />
          </li>
        ))}
      </ul>
      <Outcome device={device} change={change} />
      <div className="setting-change-acts">
        {state === 'failed' && onAgain !== null && (
          <Button size="small" onClick={onAgain}>
            {t('gatewaySettings.change.again')}
          </Button>
        )}
        {cancellable(state) && mayCancel && (
          <Button
            size="small"
            loading={cancel.isPending}
            onClick={() =>
              cancel.mutate(
                { deviceId: device.id, commandId: change.commandId },
                { onSuccess: () => notify.success(t('gatewaySettings.change.cancelled')) },
              )
            }
          >
            {t('gatewaySettings.change.cancel')}
          </Button>
        )}
      </div>
    </section>
  )
}

function Asked({ asked: { act, section, label, fields } }: { asked: Change['asked'][number] }) {
  const { t } = useTranslation()
  const words = useSettingWords()
  return t(`gatewaySettings.change.acts.${act}`, {
    what: [t(`gatewaySettings.sections.${section}`), label].filter((word) => word !== '').join(' · '),
    fields: fields.map(words.field).join(t('gatewaySettings.change.separator')),
  })
}

function Outcome({ device, change }: { device: DeviceDetail; change: Change }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useSettingWords()
  const { state, fault, refused } = change
  if (state === 'waiting') {
    const time = format.dateTime(change.expiresAt)
    return (
      <p>
        {device.presence === 'offline' ? (
          t('gatewaySettings.change.waitingOffline', { time })
        ) : (
          <>
            <NextInformText device={device} /> {t('gatewaySettings.change.waiting', { time })}
          </>
        )}
      </p>
    )
  }
  if (state === 'expired') return <p>{t('gatewaySettings.change.expired')}</p>
  if (state !== 'failed') return null
  return (
    <>
      {fault !== null && (
        <p>
          {faultText(t, fault.code)}
          {fault.detail !== '' && <span className="device-quiet"> {fault.detail}</span>}
        </p>
      )}
      {refused.length > 0 && (
        <ul>
          {refused.map(({ path, field, code, detail }) => (
            <li key={path}>
              {t('gatewaySettings.change.refusedField', {
                field: field === null ? path : words.field(field),
                fault: faultText(t, code),
              })}
              {detail !== '' && <span className="device-quiet"> {detail}</span>}
            </li>
          ))}
        </ul>
      )}
      <p className="device-quiet">{t('gatewaySettings.change.whole')}</p>
    </>
  )
}
