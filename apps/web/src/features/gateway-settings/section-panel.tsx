import { PlusOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../ui/detail-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { WhyButton } from '../../ui/why-button.tsx'
import type { DeviceDetail } from '../../lib/device-row.ts'
import { InstanceCard } from './instance-card.tsx'
import { InstanceTable } from './instance-table.tsx'
import { ReadButton, ReadingState } from './reading-state.tsx'
import { type Instance, isList, type Section, type Settings, wordOf } from './setting.ts'
import { useEditRefusal } from './use-edit-refusal.ts'

interface Props {
  readonly device: DeviceDetail
  readonly settings: Settings
  readonly section: Section
  /** Null: a new one. */
  readonly onEdit: (section: Section, instance: Instance | null) => void
  readonly onRemove: (section: Section, instance: Instance) => void
}

/** One section of the gateway: its reported values, with buttons to read and change them. */
export function SectionPanel({ device, settings, section, onEdit, onRemove }: Props) {
  const { t } = useTranslation()
  const refusal = useEditRefusal(device)
  const { reading } = settings
  const about = { device, reading, sections: [section.section] }
  const key = section.section
  return (
    <Panel
      title={t(`gatewaySettings.sections.${key}`)}
      actions={
        <span className="setting-tools">
          <ReadingState {...about} />
          {section.readAt !== null && (
            <span className="device-quiet">
              {t('gatewaySettings.readAt')} <RelativeTime at={section.readAt} />
            </span>
          )}
          {!isUnread(section) && <ReadButton {...about} label={t('gatewaySettings.readAgain')} />}
          {section.add !== null && (
            <WhyButton
              type="primary"
              icon={<PlusOutlined />}
              reason={refusal}
              onClick={() => onEdit(section, null)}
            >
              {t(`gatewaySettings.add.${wordOf(key)}`)}
            </WhyButton>
          )}
        </span>
      }
    >
      <Content {...{ device, settings, section, onEdit, onRemove }} />
    </Panel>
  )
}

/** Never read; or names are known but no values. */
const isUnread = ({ supported, readAt, total }: Section): boolean =>
  supported === 'unknown' || (supported === 'yes' && readAt === null && total > 0)

function Content({ device, settings, section, onEdit, onRemove }: Props) {
  const { t } = useTranslation()
  const key = section.section
  const name = t(`gatewaySettings.sections.${key}`)
  if (section.supported === 'no') {
    return (
      <EmptyState
        title={t('gatewaySettings.unsupported', { section: name })}
        hint={t('gatewaySettings.unsupportedHint')}
      />
    )
  }
  if (isUnread(section)) {
    return (
      <EmptyState
        title={t('gatewaySettings.unread')}
        hint={t('gatewaySettings.unreadHint')}
        action={
          <ReadButton
            device={device}
            reading={settings.reading}
            sections={[key]}
            label={t('gatewaySettings.readFirst')}
            primary
          />
        }
      />
    )
  }
  const empty = (
    <EmptyState title={t('gatewaySettings.empty', { section: name })} hint={t('gatewaySettings.emptyHint')} />
  )
  if (isList(key)) {
    return (
      <InstanceTable
        key={key}
        device={device}
        list={key}
        change={settings.change}
        empty={empty}
        onEdit={(instance) => onEdit(section, instance)}
        onRemove={(instance) => onRemove(section, instance)}
      />
    )
  }
  const { instances, total } = section
  if (instances.length === 0) return empty
  return (
    <>
      {instances.map((instance, place) => (
        <InstanceCard
          key={instance.instance}
          device={device}
          section={key}
          instance={instance}
          place={place}
          only={instances.length === 1}
          change={settings.change}
          onEdit={() => onEdit(section, instance)}
          onRemove={() => onRemove(section, instance)}
        />
      ))}
      {total > instances.length && (
        <p className="device-quiet">{t('gatewaySettings.more', { shown: instances.length, total })}</p>
      )}
    </>
  )
}
