import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { clockOf, minuteOf } from '@netward/contract/clock'
import { mostLayers, mostTurns, rotaCalendars, rotaPeriods } from '@netward/contract/rota-values'
import { Button, Form, type FormInstance, Input, InputNumber, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useTimeZone } from '../../lib/time-zone.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { clockAt } from '../../lib/wall-clock.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterRota, rotaDetail, type RotaDetail } from './rota.ts'

interface LayerValues {
  name: string
  memberIds: string[]
  startsOn: string
  handover: string
  length: number
  period: (typeof rotaPeriods)[number]
  days: number[]
  calendar: (typeof rotaCalendars)[number]
  hours: 'all' | 'some'
  from: string
  to: string
}

interface Values {
  name: string
  timeZone: string
  note: string
  layers: LayerValues[]
}

const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))
const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
const weekdays = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7'] as const

const newLayer = (name: string): LayerValues => ({
  name,
  memberIds: [],
  startsOn: clockAt(new Date()).slice(0, 10),
  handover: '09:00',
  length: 1,
  period: 'week',
  days: [],
  calendar: 'all',
  hours: 'all',
  from: '09:00',
  to: '18:00',
})

const valuesOf = (rota: RotaDetail): Values => ({
  name: rota.name,
  timeZone: rota.timeZone,
  note: rota.note,
  layers: rota.layers.map((layer) => ({
    name: layer.name,
    memberIds: [...layer.memberIds],
    startsOn: layer.startsOn,
    handover: clockOf(layer.handoverMinute),
    length: layer.length,
    period: layer.period,
    days: [...layer.days],
    calendar: layer.calendar,
    hours: layer.fromMinute === null ? 'all' : 'some',
    from: clockOf(layer.fromMinute ?? 540),
    to: clockOf(layer.toMinute ?? 1080),
  })),
})

const sent = ({ layers, ...values }: Values) => ({
  ...values,
  layers: layers.map(({ handover, hours, from, to, ...layer }) => ({
    ...layer,
    days: layer.days.toSorted((a, b) => a - b),
    handoverMinute: minuteOf(handover),
    fromMinute: hours === 'all' ? null : minuteOf(from),
    toMinute: hours === 'all' ? null : minuteOf(to),
  })),
})

/** Adds a rota, or changes one. */
export function RotaDrawer(props: { rotaId: string | null; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const zone = useTimeZone() ?? ownZone()
  const { rotaId, open, onClose } = props
  const rota = useApi(rotaDetail, { rotaId: rotaId ?? '' }, { enabled: open && rotaId !== null }).data
  const create = useAct('POST /monitor/api/v1/alarm/rota', { errors: 'caller', refresh: afterRota })
  const edit = useAct('PUT /monitor/api/v1/alarm/rota/:rotaId', { errors: 'caller', refresh: afterRota })
  const loaded = rotaId === null || rota?.id === rotaId
  const initialValues = useMemo(
    (): Values =>
      rotaId !== null && rota?.id === rotaId
        ? valuesOf(rota)
        : { name: '', timeZone: zone, note: '', layers: [newLayer(t('rotas.layerUsual'))] },
    [rota, rotaId, zone, t],
  )
  return (
    <FormDrawer<Values>
      key={`${rotaId ?? 'new'} ${String(loaded)}`}
      title={t(rotaId === null ? 'rotas.addTitle' : 'rotas.editTitle')}
      open={open && loaded}
      onClose={onClose}
      width={640}
      initialValues={initialValues}
      onSubmit={(values) =>
        rotaId === null ? create.mutateAsync(sent(values)) : edit.mutateAsync({ rotaId, ...sent(values) })
      }
    >
      {(form) => (
        <>
          <Form.Item
            name="name"
            label={t('rotas.name')}
            rules={[{ required: true, whitespace: true, message: t('rotas.nameEmpty') }]}
          >
            <Input maxLength={100} autoComplete="off" />
          </Form.Item>
          <Form.Item name="timeZone" label={t('rotas.timeZone')}>
            <Select showSearch options={zones} />
          </Form.Item>
          <Layers form={form} rota={rota} />
          <Form.Item name="note" label={t('rotas.note')}>
            <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 5 }} />
          </Form.Item>
        </>
      )}
    </FormDrawer>
  )
}

function Layers({ form, rota }: { form: FormInstance<Values>; rota: RotaDetail | undefined }) {
  const { t } = useTranslation()
  const offered = useApi('GET /monitor/api/v1/alarm/rota/members', {}).data ?? []
  // One who has left keeps the turn until somebody takes it out.
  const left = (rota?.layers ?? [])
    .flatMap(({ members }) => members)
    .filter(({ active }) => !active)
    .map(({ memberId, name }) => ({ value: memberId, label: t('rotas.left', { name }) }))
  const people = [
    ...offered.map(({ memberId, name }) => ({ value: memberId, label: name })),
    ...new Map(left.map((one) => [one.value, one])).values(),
  ]
  return (
    <>
      <p className="quiet">{t('rotas.layersHint')}</p>
      <Form.List name="layers">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }, index) => (
              <fieldset key={key} className="rota-layer">
                <legend>
                  {t('rotas.layer', { n: index + 1 })}{' '}
                  {fields.length > 1 && (
                    <Button
                      type="text"
                      size="small"
                      icon={<DeleteOutlined />}
                      aria-label={`${t('rotas.removeLayer')} ${index + 1}`}
                      onClick={() => remove(name)}
                    />
                  )}
                </legend>
                <LayerFields form={form} name={name} people={people} />
              </fieldset>
            ))}
            {fields.length < mostLayers && (
              <Form.Item>
                <Button
                  type="dashed"
                  block
                  icon={<PlusOutlined />}
                  onClick={() => add(newLayer(t('rotas.layer', { n: fields.length + 1 })))}
                >
                  {t('rotas.addLayer')}
                </Button>
              </Form.Item>
            )}
          </>
        )}
      </Form.List>
    </>
  )
}

function LayerFields(props: {
  form: FormInstance<Values>
  name: number
  people: { value: string; label: string }[]
}) {
  const { t } = useTranslation()
  const { form, name, people } = props
  const hours = Form.useWatch(['layers', name, 'hours'], form)
  return (
    <>
      <Form.Item
        name={[name, 'name']}
        label={t('rotas.layerName')}
        rules={[{ required: true, whitespace: true, message: t('rotas.nameEmpty') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name={[name, 'memberIds']}
        label={t('rotas.members')}
        rules={[{ required: true, message: t('rotas.membersEmpty') }]}
      >
        <Select
          mode="multiple"
          maxCount={mostTurns}
          showSearch={{ optionFilterProp: 'label' }}
          options={people}
        />
      </Form.Item>
      <div className="rota-pair">
        <Form.Item
          name={[name, 'startsOn']}
          label={t('rotas.startsOn')}
          rules={[{ required: true, message: t('rotas.startsOnEmpty') }]}
        >
          <DateField />
        </Form.Item>
        <Form.Item
          name={[name, 'handover']}
          label={t('rotas.handover')}
          rules={[{ required: true, message: t('rotas.timeEmpty') }]}
        >
          <DateField kind="time" />
        </Form.Item>
        <Form.Item
          name={[name, 'length']}
          label={t('rotas.length')}
          rules={[{ required: true, message: t('rotas.length') }]}
        >
          <InputNumber
            min={1}
            max={52}
            precision={0}
            addonAfter={
              <Form.Item name={[name, 'period']} noStyle>
                <Select
                  aria-label={t('rotas.length')}
                  options={rotaPeriods.map((value) => ({ value, label: t(`rotas.periods.${value}`) }))}
                />
              </Form.Item>
            }
          />
        </Form.Item>
        <Form.Item name={[name, 'calendar']} label={t('rotas.calendar')}>
          <Select options={rotaCalendars.map((value) => ({ value, label: t(`rotas.calendars.${value}`) }))} />
        </Form.Item>
        <Form.Item name={[name, 'days']} label={t('rotas.days')} extra={t('rotas.daysHint')}>
          <Select
            mode="multiple"
            options={weekdays.map((day, index) => ({ value: index + 1, label: t(`rotas.weekdays.${day}`) }))}
          />
        </Form.Item>
        <Form.Item name={[name, 'hours']} label={t('rotas.hours')}>
          <Select
            options={[
              { value: 'all', label: t('rotas.wholeDay') },
              { value: 'some', label: `${t('rotas.hoursFrom')} – ${t('rotas.hoursTo')}` },
            ]}
          />
        </Form.Item>
        {hours === 'some' && (
          <>
            <Form.Item
              name={[name, 'from']}
              label={t('rotas.hoursFrom')}
              rules={[{ required: true, message: t('rotas.timeEmpty') }]}
            >
              <DateField kind="time" />
            </Form.Item>
            <Form.Item
              name={[name, 'to']}
              label={t('rotas.hoursTo')}
              rules={[{ required: true, message: t('rotas.timeEmpty') }]}
            >
              <DateField kind="time" />
            </Form.Item>
          </>
        )}
      </div>
    </>
  )
}
