import { useTranslation } from 'react-i18next'
import { StatusTag } from '../../ui/status-tag.tsx'
import { WhyButton } from '../../ui/why-button.tsx'
import type { DeviceDetail } from '../../lib/device-row.ts'
import { type Change, type Instance, isWritable, pendingOf, refusedOf, type Section } from './setting.ts'
import { RefusedText } from './setting-input.tsx'
import { LaterText, MemoryUsed, RawLink, SettingValueText } from './setting-value-text.tsx'
import { useEditRefusal } from './use-edit-refusal.ts'
import { useSettingWords } from './use-setting-words.ts'

interface Props {
  readonly device: DeviceDetail
  readonly section: Section['section']
  readonly instance: Instance
  readonly place: number
  /** The only one in its section: it needs no name. */
  readonly only: boolean
  readonly change: Change | null
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** One WAN line or one SSID: reported values, and pending changes. */
export function InstanceCard(props: Props) {
  const { t } = useTranslation()
  const words = useSettingWords()
  const { device, section, instance, place, only, change } = props
  const pending = pendingOf(change, instance.instance)
  const refused = refusedOf(change, section, instance.instance)
  const named = !only || instance.label !== ''
  const title = named ? words.instance(instance, place) : t(`gatewaySettings.sections.${section}`)
  const fields = instance.fields.filter(({ key, value }) => key !== 'name' || value !== instance.label)
  return (
    <section className="setting-card" aria-label={title}>
      {named || instance.inUse || instance.removable || instance.fields.some(isWritable) ? (
        <header>
          {named && <h3>{title}</h3>}
          {instance.inUse && <StatusTag tone="ok">{t('gatewaySettings.inUse')}</StatusTag>}
          <InstanceActs {...props} title={title} />
        </header>
      ) : null}
      <dl className="facts setting-facts">
        {fields.map((field) => {
          const wrong = refused.get(field.key)
          return (
            <div key={field.key}>
              <dt>{words.field(field.key)}</dt>
              <dd>
                <SettingValueText field={field} />
                <RawLink deviceId={device.id} path={field.path} />
                {field.key === 'memoryFree' && <MemoryUsed instance={instance} />}
                {pending.has(field.key) && (
                  <StatusTag tone="busy">{t('gatewaySettings.change.pending')}</StatusTag>
                )}
                {!pending.has(field.key) && <LaterText field={field} />}
                {wrong !== undefined && <RefusedText refused={wrong} />}
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}

/** Actions on an instance, in a card or on a row. */
export function InstanceActs(
  props: Pick<Props, 'device' | 'instance' | 'onEdit' | 'onRemove'> & { title: string },
) {
  const { t } = useTranslation()
  const { device, instance, title } = props
  const reason = useEditRefusal(device)
  return (
    <span className="setting-acts">
      {instance.fields.some(isWritable) && (
        <WhyButton
          size="small"
          reason={reason}
          aria-label={`${t('gatewaySettings.edit')} ${title}`}
          onClick={props.onEdit}
        >
          {t('gatewaySettings.edit')}
        </WhyButton>
      )}
      {instance.removable && (
        <WhyButton
          size="small"
          danger
          reason={reason}
          aria-label={`${t('gatewaySettings.remove')} ${title}`}
          onClick={props.onRemove}
        >
          {t('gatewaySettings.remove')}
        </WhyButton>
      )}
      {instance.instance.endsWith('.') && <RawLink deviceId={device.id} path={instance.instance} />}
    </span>
  )
}
