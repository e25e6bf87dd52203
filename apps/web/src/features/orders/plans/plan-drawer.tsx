import { planLimits } from '@netward/contract/order-form-values'
import { Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../../lib/use-api.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { RepeatItems } from '../../../ui/repeat-items.tsx'
import { type Plan, planList, planRead, templateChoices } from '../order.ts'
import { PlanDates } from './plan-dates.tsx'
import { type RepeatValues, repeatValuesOf, ruleOf } from './plan-repeat.ts'
import {
  emptyScope,
  PlanScopeItems,
  scopeValuesOf,
  type ScopeValues,
  sentScope,
} from './plan-scope-items.tsx'

interface Values extends RepeatValues {
  name: string
  templateId: string | undefined
  scope: ScopeValues
  endsOn: string
  dueTime: string
  leadDays: number
  skipOpen: boolean
}

const empty: Values = {
  name: '',
  templateId: undefined,
  scope: emptyScope,
  frequency: 'MONTHLY',
  interval: 1,
  weekdays: [],
  startsOn: '',
  endsOn: '',
  dueTime: '18:00',
  leadDays: 7,
  skipOpen: true,
}

const valuesOf = (plan: Plan): Values => ({
  name: plan.name,
  templateId: plan.templateId,
  scope: scopeValuesOf(plan.scope),
  ...repeatValuesOf(plan),
  endsOn: plan.endsOn ?? '',
  dueTime: plan.dueTime,
  leadDays: plan.leadDays,
  skipOpen: plan.skipOpen,
})

/** Makes a plan, or changes it. */
export function PlanDrawer({
  plan,
  open,
  onClose,
}: {
  plan: Plan | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const refresh = [planList, planRead] as const
  const add = useAct('POST /api/v1/work/plan', { errors: 'caller', refresh })
  const edit = useAct('PUT /api/v1/work/plan/:planId', { errors: 'caller', refresh })
  const templates = useApi(templateChoices, {}, { enabled: open }).data
  const initialValues = useMemo(() => (plan === null ? empty : valuesOf(plan)), [plan])
  const submit = ({ frequency, interval, weekdays, scope, endsOn, templateId = '', ...values }: Values) => {
    const repeat = { frequency, interval, weekdays, startsOn: values.startsOn }
    const isSame = plan !== null && JSON.stringify(repeat) === JSON.stringify(repeatValuesOf(plan))
    const sent = {
      ...values,
      templateId,
      rule: isSame ? plan.rule : ruleOf(repeat),
      scope: sentScope(scope),
      endsOn: endsOn === '' ? null : endsOn,
    }
    return plan === null ? add.mutateAsync(sent) : edit.mutateAsync({ planId: plan.id, ...sent })
  }
  const required = (message: string) => [{ required: true, whitespace: true, message }]
  return (
    <FormDrawer<Values>
      title={t(plan === null ? 'orderForms.plan.add' : 'orderForms.plan.edit')}
      open={open}
      onClose={onClose}
      width={560}
      initialValues={initialValues}
      onSubmit={submit}
      {...(templates?.length === 0 && { blocked: t('orderForms.plan.noTemplate') })}
    >
      <Form.Item
        name="name"
        label={t('orderForms.plan.name')}
        rules={required(t('orderForms.plan.nameEmpty'))}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="templateId"
        label={t('orderForms.plan.template')}
        rules={required(t('orderForms.plan.templateEmpty'))}
      >
        <Select
          placeholder={t('common.pleaseSelect')}
          showSearch={{ optionFilterProp: 'label' }}
          options={(templates ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      <PlanScopeItems open={open} places={plan?.places ?? []} />
      <div className="order-form-pair">
        <Form.Item
          name="startsOn"
          label={t('orderForms.plan.startsOn')}
          rules={required(t('orderForms.plan.startsOnEmpty'))}
        >
          <DateField />
        </Form.Item>
        <Form.Item name="endsOn" label={t('orderForms.plan.endsOn')} extra={t('orderForms.plan.endsOnHint')}>
          <DateField />
        </Form.Item>
        <Form.Item name="interval" label={t('orderForms.plan.interval')}>
          <InputNumber min={1} max={99} precision={0} />
        </Form.Item>
      </div>
      <RepeatItems frequencies={['DAILY', 'WEEKLY', 'MONTHLY']} />
      <PlanDates />
      <div className="order-form-pair">
        <Form.Item
          name="dueTime"
          label={t('orderForms.plan.dueTime')}
          extra={t('orderForms.plan.dueTimeHint')}
          rules={required(t('orderForms.plan.dueTime'))}
        >
          <DateField kind="time" />
        </Form.Item>
        <Form.Item
          name="leadDays"
          label={t('orderForms.plan.leadDays')}
          extra={t('orderForms.plan.leadDaysHint')}
        >
          <InputNumber min={0} max={planLimits.leadDays} precision={0} />
        </Form.Item>
      </div>
      <Form.Item name="skipOpen" valuePropName="checked">
        <Checkbox>{t('orderForms.plan.skipOpen')}</Checkbox>
      </Form.Item>
    </FormDrawer>
  )
}
