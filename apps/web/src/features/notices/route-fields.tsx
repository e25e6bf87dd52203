import { alarmSeverities } from '@netward/contract/alarm-values'
import { noticeEvents } from '@netward/contract/notice-values'
import { Form, Input, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { clockPattern } from './notice.ts'

/** Which events of which severities. */
export function EventFields() {
  const { t } = useTranslation()
  return (
    <>
      <Form.Item
        name="events"
        label={t('notices.eventsLabel')}
        rules={[{ required: true, message: t('notices.eventsEmpty') }]}
      >
        <Select
          mode="multiple"
          options={noticeEvents.map((value) => ({ value, label: t(`notices.events.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="severities" label={t('notices.severities')}>
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
