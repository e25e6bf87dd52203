import { metricsWithOwnLimit, type RuleDefinition, watchedStates } from '@netward/contract/alarm-values'
import { type MetricName, metricNames, metricOf } from '@netward/contract/metric-catalogue'
import { Form, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { shownAs } from '../../lib/metric-format.ts'
import { EventFields } from './event-fields.tsx'
import { isEvent, isState, type RuleValues } from './rule-values.ts'

type Metric = Extract<RuleDefinition['of'], { kind: 'metric' }>

/** What a rule watches, and when it raises and clears. */
export function RuleCondition() {
  const { t } = useTranslation()
  const form = Form.useFormInstance<RuleValues>()
  const what = Form.useWatch('what', form) ?? 'cpu_usage'
  const compare = Form.useWatch(['of', 'compare'], form) ?? 'above'
  return (
    <>
      <Form.Item name="what" label={t('alarms.rules.what')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(next: string) => {
            // An event is over at once: what clears it has to be said.
            if (isEvent(next) && form.getFieldValue('clearMinutes') === 0)
              form.setFieldValue('clearMinutes', 30)
          }}
          options={[
            ...watchedStates.map((value) => ({ value, label: t(`alarms.rules.watched.${value}`) })),
            ...(['trap', 'syslog'] as const).map((value) => ({
              value,
              label: t(`alarmEvents.sources.${value}`),
            })),
            ...metricNames.map((value) => ({ value, label: t(`metrics.names.${value}`) })),
          ]}
        />
      </Form.Item>
      {isEvent(what) ? (
        <EventFields kind={what} />
      ) : (
        <>
          {!isState(what) && <MetricFields metric={what as MetricName} compare={compare} />}
          <Lasting />
        </>
      )}
      <Form.Item name="flapping" label={t('alarms.rules.flapping')} extra={t('alarms.rules.flappingHint')}>
        <InputNumber min={10} max={100} precision={0} suffix="%" />
      </Form.Item>
    </>
  )
}

function Lasting() {
  const { t } = useTranslation()
  return (
    <div className="alarm-form-row">
      <Form.Item name="minutes" label={t('alarms.rules.minutes')} extra={t('alarms.rules.minutesHint')}>
        <InputNumber min={0} max={1440} precision={0} suffix={t('alarms.rules.minuteUnit')} />
      </Form.Item>
      <Form.Item name="clearMinutes" label={t('alarms.rules.clearMinutes')}>
        <InputNumber min={0} max={1440} precision={0} suffix={t('alarms.rules.minuteUnit')} />
      </Form.Item>
    </div>
  )
}

function MetricFields({ metric, compare }: { metric: MetricName; compare: Metric['compare'] }) {
  const { t } = useTranslation()
  const { kind, of: subject } = metricOf(metric)
  // Values are entered as the server counts them: octets a second where a chart shows bits.
  const unit =
    kind === 'counter' ? t('alarms.rules.perSecond', { unit: metricOf(metric).unit }) : shownAs(metric).unit
  const suffix = unit === '1' || unit === 'state' ? undefined : unit === 'Cel' ? '°C' : unit
  const ownLimit = metricsWithOwnLimit.has(metric) && compare === 'above'
  return (
    <>
      <div className="alarm-form-row">
        <Form.Item name={['of', 'compare']} label={t('alarms.rules.compare')}>
          <Select
            options={(['above', 'below', 'equal'] as const).map((value) => ({
              value,
              label: t(`alarms.rules.compares.${value}`),
            }))}
          />
        </Form.Item>
        <Form.Item
          name={['of', 'raise']}
          label={t('alarms.rules.raise')}
          extra={ownLimit ? t('alarms.rules.ownLimitHint') : undefined}
          rules={ownLimit ? [] : [{ required: true, message: t('alarms.rules.raiseEmpty') }]}
        >
          <InputNumber suffix={suffix} />
        </Form.Item>
      </div>
      <div className="alarm-form-row">
        {compare !== 'equal' && (
          <Form.Item
            name={['of', 'clear']}
            label={t('alarms.rules.clear')}
            extra={t('alarms.rules.clearHint')}
          >
            <InputNumber suffix={suffix} />
          </Form.Item>
        )}
        <Form.Item name={['of', 'parts']} label={t('alarms.rules.parts')}>
          <Select
            options={(['each', 'mean'] as const).map((value) => ({
              value,
              label: t(`alarms.rules.partsOf.${value}`),
            }))}
          />
        </Form.Item>
        {subject === 'interface' && (
          <Form.Item name={['of', 'ports']} label={t('alarms.rules.ports')}>
            <Select
              options={(['all', 'connected'] as const).map((value) => ({
                value,
                label: t(`alarms.rules.portsOf.${value}`),
              }))}
            />
          </Form.Item>
        )}
      </div>
      <div className="alarm-form-row">
        <Form.Item name="bad" label={t('alarms.rules.bad')}>
          <InputNumber min={1} max={20} precision={0} />
        </Form.Item>
        <Form.Item name="last" label={t('alarms.rules.last')}>
          <InputNumber min={1} max={20} precision={0} />
        </Form.Item>
      </div>
    </>
  )
}
