import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { endOfDay, instantOf } from '../../lib/wall-clock.ts'
import { DateField } from '../../ui/date-field.tsx'
import { type Frequency, RepeatItems, repeatParts, type Weekday } from '../../ui/repeat-items.tsx'
import { PendingState } from '../../ui/states.tsx'

export interface RepeatValues {
  frequency: 'once' | Frequency
  weekdays: Weekday[]
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
    ...repeatParts({ frequency, weekdays: days, first: startsAt }),
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
      <RepeatItems frequencies={['once', 'DAILY', 'WEEKLY', 'MONTHLY']} />
      {frequency !== 'once' && (
        <>
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
