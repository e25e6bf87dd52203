import { weekdays } from '@netward/contract/maintenance-values'
import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { endOfDay, instantOf } from '../../lib/wall-clock.ts'
import { DateField } from '../../ui/date-field.tsx'
import { PendingState } from '../../ui/states.tsx'

export interface RepeatValues {
  frequency: 'once' | 'DAILY' | 'WEEKLY' | 'MONTHLY'
  weekdays: (typeof weekdays)[number][]
  timeZone: string
  until: string
  startsAt: string
  endsAt: string
}

const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))

/** What the form says as an RRULE; null: it happens once. */
export function repeatOf({ frequency, weekdays: days, timeZone, until, startsAt }: RepeatValues) {
  if (frequency === 'once') return null
  const parts = [
    `FREQ=${frequency}`,
    ...(frequency === 'WEEKLY' && days.length > 0
      ? [`BYDAY=${weekdays.filter((day) => days.includes(day)).join(',')}`]
      : []),
    ...(frequency === 'MONTHLY' ? [`BYMONTHDAY=${Number(startsAt.slice(8, 10))}`] : []),
    ...(until === '' ? [] : [`UNTIL=${endOfDay(until, timeZone).replaceAll(/[-:]|\.\d+/g, '')}`]),
  ]
  return { rule: parts.join(';'), timeZone }
}

/** Once, daily, weekly or monthly, with the time zone whose clock counts, and the next five occurrences. */
export function RepeatFields() {
  const { t } = useTranslation()
  const form = Form.useFormInstance<RepeatValues>()
  const frequency = Form.useWatch('frequency', form) ?? 'once'
  return (
    <>
      <Form.Item name="frequency" label={t('alarms.maintenance.repeat')}>
        <Select
          options={(['once', 'DAILY', 'WEEKLY', 'MONTHLY'] as const).map((value) => ({
            value,
            label: t(`alarms.maintenance.frequencies.${value}`),
          }))}
        />
      </Form.Item>
      {frequency !== 'once' && (
        <>
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
          <Form.Item
            name={['timeZone']}
            label={t('alarms.maintenance.timeZone')}
            extra={t('alarms.maintenance.timeZoneHint')}
          >
            <Select showSearch options={zones} />
          </Form.Item>
          <Form.Item
            name="until"
            label={t('alarms.maintenance.until')}
            extra={t('alarms.maintenance.untilHint')}
          >
            <DateField />
          </Form.Item>
          <Occurrences />
        </>
      )}
    </>
  )
}

function Occurrences() {
  const { t } = useTranslation()
  const format = useFormat()
  const form = Form.useFormInstance<RepeatValues>()
  const values = Form.useWatch((all: RepeatValues) => all, form)
  const asked = values && askedOf(values)
  const read = useApi(
    'POST /monitor/api/v1/alarm/maintenance/preview',
    asked ?? { startsAt: '', endsAt: '', repeat: { rule: '', timeZone: '' } },
    { enabled: asked !== undefined && asked !== null, keepPrevious: true },
  )
  if (!asked) return <p className="quiet">{t('alarms.maintenance.previewHint')}</p>
  if (read.data === undefined) return <PendingState read={read} rows={2} />
  return (
    <section aria-live="polite">
      <strong>{t('alarms.maintenance.next')}</strong>
      <ol className="maintenance-next">
        {read.data.map(({ startsAt, endsAt }) => (
          <li key={startsAt}>
            {t('alarms.maintenance.fromTo', { from: format.dateTime(startsAt), to: format.dateTime(endsAt) })}
          </li>
        ))}
      </ol>
    </section>
  )
}

function askedOf(values: RepeatValues) {
  const { startsAt, endsAt, timeZone } = values
  if (!startsAt || !endsAt || endsAt <= startsAt) return null
  const repeat = repeatOf({ ...values, until: values.until ?? '', weekdays: values.weekdays ?? [] })
  return repeat === null
    ? null
    : { startsAt: instantOf(startsAt, timeZone), endsAt: instantOf(endsAt, timeZone), repeat }
}
