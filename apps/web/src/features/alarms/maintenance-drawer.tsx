import { Checkbox, Form, Input, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useTimeZone } from '../../lib/time-zone.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { instantOf } from '../../lib/wall-clock.ts'
import { DateField } from '../../ui/date-field.tsx'
import { DeviceSelect } from '../../ui/device-select.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterMaintenance } from './maintenance.ts'
import { RepeatFields, repeatOf, type RepeatValues } from './repeat-fields.tsx'

const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
/** As the endpoint takes them. */
const mostPlaces = 200

interface Values extends RepeatValues {
  name: string
  reason: string
  /** It begins when it is saved. */
  startsNow: boolean
  wholeCompany: boolean
  outletIds: string[]
  deviceIds: string[]
}

/** Announces work on sites, or on the whole company. */
export function MaintenanceDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const add = useAct('POST /monitor/api/v1/alarm/maintenance', {
    errors: 'caller',
    refresh: afterMaintenance,
  })
  const zone = useTimeZone() ?? browserZone
  const initialValues = useMemo(
    (): Values => ({
      name: '',
      reason: '',
      startsNow: false,
      wholeCompany: false,
      outletIds: [],
      deviceIds: [],
      startsAt: '',
      endsAt: '',
      frequency: 'once',
      weekdays: [],
      timeZone: zone,
      until: '',
    }),
    [zone],
  )
  const required = (message: string) => [{ required: true, whitespace: true, message }]
  return (
    <FormDrawer<Values>
      title={t('alarms.maintenance.add')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={(values) => add.mutateAsync(inputOf(values))}
    >
      <Form.Item
        name="name"
        label={t('alarms.maintenance.name')}
        rules={required(t('alarms.maintenance.nameEmpty'))}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="reason"
        label={t('alarms.maintenance.reason')}
        rules={required(t('alarms.maintenance.reasonEmpty'))}
      >
        <Input.TextArea maxLength={500} rows={2} />
      </Form.Item>
      <Times />
      <Form.Item name="wholeCompany" valuePropName="checked">
        <Checkbox>{t('alarms.maintenance.wholeCompany')}</Checkbox>
      </Form.Item>
      <Places open={open} />
    </FormDrawer>
  )
}

function inputOf({ name, reason, startsNow, wholeCompany, outletIds, deviceIds, ...times }: Values) {
  const repeat = repeatOf(times)
  // The clock of one that comes again is that of its own zone.
  const at = (clock: string) => instantOf(clock, ...(repeat === null ? [] : [repeat.timeZone]))
  return {
    name,
    reason,
    wholeCompany,
    outletIds: wholeCompany ? [] : outletIds,
    deviceIds: wholeCompany ? [] : deviceIds,
    startsAt: startsNow && repeat === null ? null : at(times.startsAt),
    endsAt: at(times.endsAt),
    repeat,
  }
}

function Times() {
  const { t } = useTranslation()
  const form = Form.useFormInstance<Values>()
  const frequency = Form.useWatch('frequency', form) ?? 'once'
  const now = (Form.useWatch('startsNow', form) ?? false) && frequency === 'once'
  const required = [{ required: true, whitespace: true, message: t('alarms.maintenance.timeEmpty') }]
  return (
    <>
      {frequency === 'once' && (
        <Form.Item name="startsNow" valuePropName="checked">
          <Checkbox>{t('alarms.maintenance.startsNow')}</Checkbox>
        </Form.Item>
      )}
      {!now && (
        <Form.Item
          name="startsAt"
          label={t('alarms.maintenance.startsAt')}
          extra={t('alarms.maintenance.lateHint')}
          rules={required}
        >
          <DateField kind="moment" />
        </Form.Item>
      )}
      <Form.Item name="endsAt" label={t('alarms.maintenance.endsAt')} rules={required}>
        <DateField kind="moment" />
      </Form.Item>
      <RepeatFields />
    </>
  )
}

/** Sites and devices: one of them at least. */
function Places({ open }: { open: boolean }) {
  const { t } = useTranslation()
  const { companyId } = useCompanyScope()
  const form = Form.useFormInstance<Values>()
  const whole = Form.useWatch('wholeCompany', form) ?? false
  const devices = Form.useWatch('deviceIds', form) ?? []
  const outlets = useApi('GET /api/v1/outlet/choices', { companyId }, { enabled: open }).data
  if (whole) return null
  return (
    <>
      <Form.Item
        name="outletIds"
        label={t('equipment.outlet')}
        dependencies={['deviceIds']}
        rules={[{ required: devices.length === 0, message: t('alarms.maintenance.outletsEmpty') }]}
      >
        <Select
          mode="multiple"
          allowClear
          maxCount={mostPlaces}
          showSearch={{ optionFilterProp: 'label' }}
          options={(outlets ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      <Form.Item name="deviceIds" label={t('alarms.maintenance.devices')}>
        <DeviceSelect
          endpoint="GET /monitor/api/v1/alarm/maintenance/devices"
          enabled={open}
          maxCount={mostPlaces}
        />
      </Form.Item>
    </>
  )
}
