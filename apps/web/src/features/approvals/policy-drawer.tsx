import { amountOfKind, approvalKinds, approvalRisks, hasRisk } from '@netward/contract/approval-values'
import { Checkbox, Form, type FormInstance, Input, InputNumber, Select, Switch } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { policyList, type PolicyInput, type PolicyRow } from './policy.ts'
import { emptyStep, type StepValues, StepsField, stepValuesOf, sentStep } from './steps-field.tsx'

type Values = Omit<Required<PolicyInput>, 'steps'> & { steps: StepValues[] }

const empty: Values = {
  kind: 'change_order',
  name: '',
  enabled: true,
  forBelow: false,
  fromAmount: null,
  fromRisk: null,
  steps: [emptyStep],
}

const valuesOf = ({ id: _id, editedAt: _at, editedBy: _by, steps, ...policy }: PolicyRow): Values => ({
  ...policy,
  steps: steps.map(stepValuesOf),
})

/** Adds a policy, or changes one. */
export function PolicyDrawer(props: { policy: PolicyRow | null; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { policy, open, onClose } = props
  const add = useAct('POST /api/v1/approval/policy', { errors: 'caller', refresh: [policyList] })
  const edit = useAct('PUT /api/v1/approval/policy/:policyId', { errors: 'caller', refresh: [policyList] })
  const choices = useApi('GET /api/v1/approval/policy/choices', {}, { enabled: open }).data
  const initialValues = useMemo(() => (policy === null ? empty : valuesOf(policy)), [policy])
  const submit = ({ steps, ...values }: Values) => {
    const sent = { ...values, steps: steps.map(sentStep) }
    return policy === null ? add.mutateAsync(sent) : edit.mutateAsync({ policyId: policy.id, ...sent })
  }
  return (
    <FormDrawer<Values>
      title={t(policy === null ? 'approvals.addTitle' : 'approvals.editTitle')}
      open={open}
      onClose={onClose}
      width={600}
      initialValues={initialValues}
      onSubmit={submit}
    >
      {(form) => (
        <>
          <Form.Item
            name="name"
            label={t('approvals.name')}
            rules={[{ required: true, whitespace: true, message: t('approvals.nameEmpty') }]}
          >
            <Input maxLength={100} autoComplete="off" />
          </Form.Item>
          <Form.Item name="kind" label={t('approvals.kind')}>
            <Select
              options={approvalKinds.map((value) => ({ value, label: t(`approvals.kinds.${value}`) }))}
            />
          </Form.Item>
          <Measures form={form} />
          <h3>{t('approvals.steps')}</h3>
          <p className="quiet">{t('approvals.stepsHint')}</p>
          <StepsField choices={choices} />
          {choices?.hasCustomers === true && (
            <Form.Item name="forBelow" valuePropName="checked">
              <Checkbox>{t('approvals.forBelow')}</Checkbox>
            </Form.Item>
          )}
          <Form.Item name="enabled" label={t('approvals.enabled')} valuePropName="checked">
            <Switch />
          </Form.Item>
        </>
      )}
    </FormDrawer>
  )
}

/** From which risk and amount on, as far as the kind has them. */
function Measures({ form }: { form: FormInstance<Values> }) {
  const { t } = useTranslation()
  const kind = Form.useWatch('kind', form) ?? 'change_order'
  const amount = amountOfKind[kind]
  const risk = hasRisk(kind)
  if (amount === null && !risk) return null
  return (
    <>
      {risk && (
        <Form.Item name="fromRisk" label={t('approvals.fromRisk')}>
          <Select
            allowClear
            placeholder={t('approvals.fromRiskAny')}
            options={approvalRisks.map((value) => ({ value, label: t(`approvals.risks.${value}`) }))}
          />
        </Form.Item>
      )}
      {amount !== null && (
        <Form.Item
          name="fromAmount"
          label={t(`approvals.fromAmount.${amount}`)}
          extra={t('approvals.appliesHint')}
        >
          <InputNumber min={1} max={999_999_999} precision={amount === 'money' ? 2 : 0} />
        </Form.Item>
      )}
    </>
  )
}
