import { eventLimits, ruleTraps } from '@netward/contract/alarm-events'
import { syslogFacilities, syslogSeverities } from '@netward/contract/syslog-values'
import { Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useTrapName } from './use-trap-name.ts'

type Side = 'when' | 'clearWhen'

/** Which traps or messages raise the alarm, how many of them, and what clears it. */
export function EventFields({ kind }: { kind: 'trap' | 'syslog' }) {
  const { t } = useTranslation()
  const Match = kind === 'trap' ? TrapFields : MessageFields
  return (
    <>
      <fieldset className="alarm-event">
        <legend>{t('alarmEvents.raisedBy')}</legend>
        <Match side="when" />
        <div className="alarm-form-row">
          <Form.Item name="bad" label={t('alarmEvents.bad')}>
            <InputNumber min={1} max={eventLimits.events} precision={0} />
          </Form.Item>
          <Form.Item name="minutes" label={t('alarmEvents.minutes')} extra={t('alarmEvents.minutesHint')}>
            <InputNumber min={0} max={1440} precision={0} suffix={t('alarms.rules.minuteUnit')} />
          </Form.Item>
        </div>
      </fieldset>
      <fieldset className="alarm-event">
        <legend>{t('alarmEvents.clearedBy')}</legend>
        <p className="quiet">{t('alarmEvents.clearedByHint')}</p>
        <Match side="clearWhen" />
        <Form.Item name="clearMinutes" label={t('alarmEvents.quiet')} extra={t('alarmEvents.quietHint')}>
          <InputNumber min={0} max={1440} precision={0} suffix={t('alarms.rules.minuteUnit')} />
        </Form.Item>
      </fieldset>
    </>
  )
}

function TrapFields({ side }: { side: Side }) {
  const { t } = useTranslation()
  const trapName = useTrapName()
  return (
    <>
      <Form.Item
        name={['of', side, 'traps']}
        label={t('alarmEvents.trapsLabel')}
        extra={side === 'when' ? t('alarmEvents.trapsHint') : undefined}
      >
        <Select
          mode="multiple"
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          options={ruleTraps.map((value) => ({ value, label: trapName(value) }))}
        />
      </Form.Item>
      <div className="alarm-form-row">
        <Form.Item name={['of', side, 'oid']} label={t('alarmEvents.oid')} extra={t('alarmEvents.oidHint')}>
          <Input maxLength={200} autoComplete="off" placeholder="1.3.6.1.4.1" />
        </Form.Item>
        <TextField side={side} />
      </div>
    </>
  )
}

function MessageFields({ side }: { side: Side }) {
  const { t } = useTranslation()
  return (
    <>
      <div className="alarm-form-row">
        <Form.Item
          name={['of', side, 'severity']}
          label={t('alarmEvents.severity')}
          extra={t('alarmEvents.severityHint')}
        >
          <Select
            allowClear
            placeholder={t('alarmEvents.anySeverity')}
            options={syslogSeverities.map((value) => ({ value, label: t(`syslog.severities.${value}`) }))}
          />
        </Form.Item>
        <Form.Item name={['of', side, 'facilities']} label={t('alarmEvents.facilities')}>
          <Select
            mode="multiple"
            allowClear
            options={syslogFacilities.map((value) => ({ value, label: value }))}
          />
        </Form.Item>
      </div>
      <div className="alarm-form-row">
        <Form.Item name={['of', side, 'app']} label={t('alarmEvents.app')} extra={t('alarmEvents.appHint')}>
          <Input maxLength={eventLimits.pattern} autoComplete="off" />
        </Form.Item>
        <TextField side={side} />
      </div>
    </>
  )
}

function TextField({ side }: { side: Side }) {
  const { t } = useTranslation()
  return (
    <Form.Item name={['of', side, 'text']} label={t('alarmEvents.text')} extra={t('alarmEvents.patternHint')}>
      <Input maxLength={eventLimits.pattern} autoComplete="off" />
    </Form.Item>
  )
}
