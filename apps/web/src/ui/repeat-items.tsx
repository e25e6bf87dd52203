import { weekdays } from '@netward/contract/maintenance-values'
import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'

export type Weekday = (typeof weekdays)[number]
export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY'

/** Parts of an RRULE; a month repeats the day of the month of `first`. */
export function repeatParts({
  frequency,
  interval = 1,
  weekdays: days,
  first,
}: {
  frequency: Frequency
  interval?: number
  weekdays: readonly Weekday[]
  /** `2026-12-01`, also with a time. */
  first: string
}): string[] {
  return [
    `FREQ=${frequency}`,
    ...(interval === 1 ? [] : [`INTERVAL=${interval}`]),
    ...(frequency === 'WEEKLY' && days.length > 0
      ? [`BYDAY=${weekdays.filter((day) => days.includes(day)).join(',')}`]
      : []),
    ...(frequency === 'MONTHLY' ? [`BYMONTHDAY=${Number(first.slice(8, 10))}`] : []),
  ]
}

/** How often, and on which weekdays: `frequency` and `weekdays` of the form. */
export function RepeatItems({ frequencies }: { frequencies: readonly (Frequency | 'once')[] }) {
  const { t } = useTranslation()
  const form = Form.useFormInstance<{ frequency: Frequency | 'once' }>()
  const frequency = Form.useWatch('frequency', form)
  return (
    <>
      <Form.Item name="frequency" label={t('alarms.maintenance.repeat')}>
        <Select
          options={frequencies.map((value) => ({
            value,
            label: t(`alarms.maintenance.frequencies.${value}`),
          }))}
        />
      </Form.Item>
      {frequency === 'WEEKLY' && (
        <Form.Item
          name="weekdays"
          label={t('alarms.maintenance.weekdays')}
          rules={[{ required: true, message: t('alarms.maintenance.weekdaysEmpty') }]}
        >
          <Select
            mode="multiple"
            options={weekdays.map((value) => ({ value, label: t(`alarms.maintenance.days.${value}`) }))}
          />
        </Form.Item>
      )}
    </>
  )
}
