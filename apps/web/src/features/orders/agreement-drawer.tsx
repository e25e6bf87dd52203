import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { EndpointInput } from '@netward/contract'
import { clockOf, minuteOf } from '@netward/contract/clock'
import {
  type CalendarShape,
  calendarShapes,
  orderClocks,
  orderPriorities,
  type ServiceLevel,
  usualTargets,
} from '@netward/contract/work-order-values'
import { Button, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useTimeZone } from '../../lib/time-zone.ts'
import { useAct } from '../../lib/use-api.ts'
import { dayIn } from '../../lib/wall-clock.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { PriceItems } from './costs/price-items.tsx'
import { agreementList, type AgreementRow } from './order.ts'

type Level = EndpointInput<'POST /api/v1/work/agreement'>['level']
type Shape = CalendarShape | 'own'
const shapes = [...(Object.keys(calendarShapes) as CalendarShape[]), 'own'] as const
const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))
const weekdays = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7'] as const

interface Values {
  name: string
  startsOn: string
  endsOn: string
  note: string
  shape: Shape
  timeZone: string
  holidays: 'off' | 'ignored'
  ranges: { day: number; from: string; to: string }[]
  targets: Level['targets']
  prices: AgreementRow['prices']
}

const sorted = (hours: ServiceLevel['calendar']['hours']) =>
  JSON.stringify(
    hours.map(({ day, from, to }) => [day, from, to]).toSorted((a, b) => a[0]! - b[0]! || a[1]! - b[1]!),
  )

/** Which of the usual calendars it is. */
export function shapeOf({ hours, holidays }: Omit<ServiceLevel['calendar'], 'timeZone'>): Shape {
  return (
    shapes.find(
      (shape) =>
        shape !== 'own' &&
        calendarShapes[shape].holidays === holidays &&
        sorted(calendarShapes[shape].hours) === sorted(hours),
    ) ?? 'own'
  )
}

/** Midnight at the end of a day is shown as that of the next. */
const rangesOf = (hours: ServiceLevel['calendar']['hours']) =>
  hours.map(({ day, from, to }) => ({ day, from: clockOf(from), to: to === 1440 ? '00:00' : clockOf(to) }))

function valuesOf(agreement: AgreementRow): Values {
  const { name, startsOn, endsOn, note, level, prices } = agreement
  const { calendar, targets } = level
  return {
    name,
    startsOn,
    endsOn: endsOn ?? '',
    note,
    prices: { ...prices },
    shape: shapeOf(calendar),
    timeZone: calendar.timeZone,
    holidays: calendar.holidays,
    ranges: rangesOf(calendar.hours),
    targets: targets.map(({ respond, resolve }) => ({ respond: { ...respond }, resolve: { ...resolve } })),
  }
}

function sent({ shape, timeZone, holidays, ranges, targets, endsOn, ...values }: Values) {
  const calendar =
    shape === 'own'
      ? {
          holidays,
          hours: ranges.map(({ day, from, to }) => ({
            day,
            from: minuteOf(from),
            to: minuteOf(to) === 0 ? 1440 : minuteOf(to),
          })),
        }
      : { holidays: calendarShapes[shape].holidays, hours: [...calendarShapes[shape].hours] }
  return {
    ...values,
    endsOn: endsOn === '' ? null : endsOn,
    level: { calendar: { timeZone, ...calendar }, targets },
  }
}

/** Adds a service agreement, or changes one: another version of it. */
export function AgreementDrawer(props: {
  agreement: AgreementRow | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const zone = useTimeZone() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  const { agreement, open, onClose } = props
  const refresh = { errors: 'caller' as const, refresh: [agreementList] as const }
  const add = useAct('POST /api/v1/work/agreement', refresh)
  const edit = useAct('PUT /api/v1/work/agreement/:agreementId', refresh)
  const initialValues = useMemo(
    (): Values =>
      agreement === null
        ? {
            name: '',
            startsOn: dayIn(0),
            endsOn: '',
            note: '',
            prices: { order: null, visit: null, overtime: null, part: null },
            shape: '5x8',
            timeZone: zone,
            holidays: 'off',
            ranges: rangesOf(calendarShapes['5x8'].hours),
            targets: usualTargets.map(({ respond, resolve }) => ({
              respond: { ...respond },
              resolve: { ...resolve },
            })),
          }
        : valuesOf(agreement),
    [agreement, zone],
  )
  return (
    <FormDrawer<Values>
      title={t(agreement === null ? 'orders.agreements.addTitle' : 'orders.agreements.editTitle')}
      open={open}
      onClose={onClose}
      width={600}
      initialValues={initialValues}
      onSubmit={(values) =>
        agreement === null
          ? add.mutateAsync(sent(values))
          : edit.mutateAsync({ agreementId: agreement.id, version: agreement.version, ...sent(values) })
      }
    >
      {(form) => (
        <>
          <Form.Item
            name="name"
            label={t('orders.agreements.name')}
            rules={[{ required: true, whitespace: true, message: t('orders.agreements.nameEmpty') }]}
          >
            <Input maxLength={100} autoComplete="off" />
          </Form.Item>
          <div className="order-form-pair">
            <Form.Item
              name="startsOn"
              label={t('orders.agreements.startsOn')}
              rules={[{ required: true, message: t('orders.agreements.startsOnEmpty') }]}
            >
              <DateField />
            </Form.Item>
            <Form.Item
              name="endsOn"
              label={t('orders.agreements.endsOn')}
              extra={t('orders.agreements.endless')}
            >
              <DateField />
            </Form.Item>
          </div>
          <Form.Item name="shape" label={t('orders.agreements.calendar')}>
            <Select
              options={shapes.map((value) => ({ value, label: t(`orders.agreements.shapes.${value}`) }))}
            />
          </Form.Item>
          <Form.Item name="timeZone" label={t('orders.agreements.timeZone')}>
            <Select showSearch options={zones} />
          </Form.Item>
          <Form.Item noStyle shouldUpdate={(before: Values, after: Values) => before.shape !== after.shape}>
            {() => form.getFieldValue('shape') === 'own' && <OwnHours />}
          </Form.Item>
          <Targets />
          <PriceItems />
          <Form.Item name="note" label={t('orders.agreements.note')}>
            <Input.TextArea maxLength={2000} autoSize={{ minRows: 2, maxRows: 8 }} />
          </Form.Item>
        </>
      )}
    </FormDrawer>
  )
}

function OwnHours() {
  const { t } = useTranslation()
  return (
    <>
      <Form.Item name="holidays" label={t('orders.agreements.holidays')}>
        <Select
          options={(['off', 'ignored'] as const).map((value) => ({
            value,
            label: t(`orders.agreements.holidayKinds.${value}`),
          }))}
        />
      </Form.Item>
      <fieldset className="agreement-targets">
        <legend>{t('orders.agreements.hours')}</legend>
        <Form.List name="ranges">
          {(fields, { add, remove }) => (
            <>
              {fields.map(({ key, name }, index) => (
                <div key={key} className="agreement-range">
                  <Form.Item name={[name, 'day']} label={t('orders.agreements.day')}>
                    <Select
                      options={weekdays.map((day, at) => ({
                        value: at + 1,
                        label: t(`orders.agreements.weekdays.${day}`),
                      }))}
                    />
                  </Form.Item>
                  <Form.Item name={[name, 'from']} label={t('orders.agreements.from')}>
                    <DateField kind="time" />
                  </Form.Item>
                  <Form.Item name={[name, 'to']} label={t('orders.agreements.to')}>
                    <DateField kind="time" />
                  </Form.Item>
                  <Button
                    type="text"
                    icon={<DeleteOutlined />}
                    aria-label={t('orders.agreements.removeRange', { n: index + 1 })}
                    onClick={() => remove(name)}
                  />
                </div>
              ))}
              <Button
                type="dashed"
                block
                icon={<PlusOutlined />}
                onClick={() => add({ day: 1, from: '09:00', to: '18:00' })}
              >
                {t('orders.agreements.addRange')}
              </Button>
            </>
          )}
        </Form.List>
      </fieldset>
    </>
  )
}

function Targets() {
  const { t } = useTranslation()
  return (
    <fieldset className="agreement-targets">
      <legend>{t('orders.agreements.targets')}</legend>
      {orderPriorities.flatMap((priority, index) =>
        orderClocks.map((clock) => (
          <div key={`${priority} ${clock}`} className="agreement-target">
            <Form.Item
              name={['targets', index, clock, 'minutes']}
              label={t('orders.agreements.target', {
                priority: `P${priority}`,
                clock: t(`orders.clocks.${clock}`),
              })}
              rules={[{ required: true, message: t('orders.agreements.targets') }]}
            >
              <InputNumber min={1} max={129_600} precision={0} />
            </Form.Item>
            <Form.Item name={['targets', index, clock, 'always']} valuePropName="checked">
              <Checkbox>{t('orders.agreements.always')}</Checkbox>
            </Form.Item>
          </div>
        )),
      )}
    </fieldset>
  )
}
