import { alarmSeverities } from '@netward/contract/alarm-values'
import { channelForms } from '@netward/contract/integration-values'
import { noticeEvents, ownRouteEvents, type RouteEvent, workEvents } from '@netward/contract/notice-values'
import { Checkbox, Form, Input, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { clockPattern, type PersonChannel } from './notice.ts'

/** The bell of the console, which is no channel. */
export const bell = 'console'

export const channelIdOf = (chosen: string): string | null => (chosen === bell ? null : chosen)

/** What an empty field of a time sends. */
export const timeOrNull = (clock: string | undefined): string | null =>
  clock === undefined || clock === '' ? null : clock

export function ChannelField({ channels }: { channels: readonly Omit<PersonChannel, 'reaches'>[] }) {
  const { t } = useTranslation()
  const chosen: unknown = Form.useWatch('channelId', Form.useFormInstance())
  return (
    <>
      <Form.Item name="channelId" label={t('notices.channel')}>
        <Select
          options={[
            { value: bell, label: t('notices.console') },
            ...channels.map(({ id, kind, name }) => ({
              value: id,
              label: t('notices.channelOf', { kind: t(`integrations.kinds.${channelForms[kind]}`), name }),
            })),
          ]}
        />
      </Form.Item>
      {channels.some(({ id, calls }) => id === chosen && calls) && (
        <Form.Item name="byVoice" valuePropName="checked" extra={t('notices.byVoiceHint')}>
          <Checkbox>{t('notices.byVoice')}</Checkbox>
        </Form.Item>
      )}
    </>
  )
}

/** Which events of which severities. `own`: those that a person may choose for themselves. */
export function EventFields({ own = false }: { own?: boolean }) {
  const { t } = useTranslation()
  const ofWork = own ? workEvents.filter((event) => ownRouteEvents.includes(event)) : workEvents
  const option = (value: RouteEvent) => ({ value, label: t(`notices.events.${value}`) })
  return (
    <>
      <Form.Item
        name="events"
        label={t('notices.eventsLabel')}
        rules={[{ required: true, message: t('notices.eventsEmpty') }]}
      >
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          options={[
            { label: t('notices.eventsOfAlarms'), options: noticeEvents.map(option) },
            { label: t('notices.eventsOfWork'), options: ofWork.map(option) },
          ]}
        />
      </Form.Item>
      <Form.Item name="severities" label={t('notices.severities')} extra={t('notices.severitiesHint')}>
        <Select
          mode="multiple"
          allowClear
          placeholder={t('notices.severitiesAll')}
          options={alarmSeverities.map((value) => ({ value, label: t(`alarms.severities.${value}`) }))}
        />
      </Form.Item>
    </>
  )
}

export function QuietFields() {
  const { t } = useTranslation()
  const rules = [{ pattern: clockPattern, message: t('notices.time') }]
  const zones = useMemo(
    () => Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value })),
    [],
  )
  return (
    <>
      <Form.Item name="quietFrom" label={t('notices.quietFrom')} extra={t('notices.quietHint')} rules={rules}>
        <Input maxLength={5} placeholder="22:00" autoComplete="off" />
      </Form.Item>
      <Form.Item name="quietUntil" label={t('notices.quietUntil')} rules={rules}>
        <Input maxLength={5} placeholder="07:00" autoComplete="off" />
      </Form.Item>
      <Form.Item name="timeZone" label={t('notices.timeZone')}>
        <Select showSearch options={zones} />
      </Form.Item>
    </>
  )
}
