import { LoadingOutlined } from '@ant-design/icons'
import { deviceMoves } from '@netward/contract/states/device'
import type { SettingSection } from '@netward/contract/gateway-setting-values'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import type { DeviceDetail } from '../../lib/device-row.ts'
import { MoveButton } from '../../ui/move-button.tsx'
import { isOpen, type Settings } from './setting.ts'
import { useReading } from './use-reading.ts'

type Reading = Settings['reading']

/** Whether the last requested read covers one of these sections. */
const isAbout = (reading: Reading, sections: readonly SettingSection[]): boolean =>
  reading !== null && sections.some((section) => reading.sections.includes(section))

interface Props {
  readonly device: DeviceDetail
  readonly reading: Reading
  readonly sections: readonly SettingSection[]
}

export function ReadButton(props: Props & { label: string; primary?: boolean }) {
  const { device, reading, sections, label, primary = false } = props
  const { read, pending } = useReading(device.id)
  const underWay = isOpen(reading) && isAbout(reading, sections)
  return (
    <MoveButton
      refusal={deviceMoves.readParameters(device)}
      loading={pending || underWay}
      {...(primary && { type: 'primary' as const })}
      onClick={() => read(sections)}
    >
      {label}
    </MoveButton>
  )
}

/** Progress of the read; empty once done, since the values show when they were read. */
export function ReadingState({ device, reading, sections }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  if (reading === null || !isAbout(reading, sections)) return null
  switch (reading.state) {
    case 'waiting':
      return (
        <StatusTag tone="waiting">
          {device.presence === 'offline'
            ? t('gatewaySettings.reading.waitingOffline', { time: format.dateTime(reading.expiresAt) })
            : device.presence === 'overdue'
              ? t('gatewaySettings.reading.waitingOverdue', { time: format.dateTime(reading.expiresAt) })
              : t('gatewaySettings.reading.waiting')}
        </StatusTag>
      )
    case 'sent':
      return (
        <StatusTag tone="busy" icon={<LoadingOutlined />}>
          {t('gatewaySettings.reading.sent')}
        </StatusTag>
      )
    case 'failed':
    case 'expired':
      return (
        <StatusTag tone={reading.state === 'failed' ? 'bad' : 'off'}>
          {t(`gatewaySettings.reading.${reading.state}`)}
        </StatusTag>
      )
    default:
      return null
  }
}
