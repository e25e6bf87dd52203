import { Checkbox, Form, Input, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { instantOf } from '../../lib/wall-clock.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterMaintenance } from './maintenance.ts'

interface Values {
  name: string
  reason: string
  wholeCompany: boolean
  outletIds: string[]
  startsAt: string
  endsAt: string
}

/** Announces work on sites, or on the whole company. */
export function MaintenanceDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const add = useAct('POST /monitor/api/v1/alarm/maintenance', {
    errors: 'caller',
    refresh: afterMaintenance,
  })
  const initialValues = useMemo(
    (): Values => ({ name: '', reason: '', wholeCompany: false, outletIds: [], startsAt: '', endsAt: '' }),
    [],
  )
  const required = (message: string) => [{ required: true, whitespace: true, message }]
  return (
    <FormDrawer<Values>
      title={t('alarms.maintenance.add')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={({ outletIds, startsAt, endsAt, ...values }) =>
        add.mutateAsync({
          ...values,
          outletIds: values.wholeCompany ? [] : outletIds,
          startsAt: instantOf(startsAt),
          endsAt: instantOf(endsAt),
        })
      }
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
      <Form.Item
        name="startsAt"
        label={t('alarms.maintenance.startsAt')}
        extra={t('alarms.maintenance.lateHint')}
        rules={required(t('alarms.maintenance.timeEmpty'))}
      >
        <DateField kind="moment" />
      </Form.Item>
      <Form.Item
        name="endsAt"
        label={t('alarms.maintenance.endsAt')}
        rules={required(t('alarms.maintenance.timeEmpty'))}
      >
        <DateField kind="moment" />
      </Form.Item>
      <Form.Item name="wholeCompany" valuePropName="checked">
        <Checkbox>{t('alarms.maintenance.wholeCompany')}</Checkbox>
      </Form.Item>
      <Outlets open={open} />
    </FormDrawer>
  )
}

function Outlets({ open }: { open: boolean }) {
  const { t } = useTranslation()
  const { companyId } = useCompanyScope()
  const whole = Form.useWatch('wholeCompany', Form.useFormInstance<Values>()) ?? false
  const outlets = useApi('GET /api/v1/outlet/choices', { companyId }, { enabled: open }).data
  if (whole) return null
  return (
    <Form.Item
      name="outletIds"
      label={t('equipment.outlet')}
      rules={[{ required: true, message: t('alarms.maintenance.outletsEmpty') }]}
    >
      <Select
        mode="multiple"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        options={(outlets ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Form.Item>
  )
}
