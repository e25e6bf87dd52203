import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { BuiltInRole, EndpointOutput } from '@netward/contract'
import { approvalModes, approvers, mostApprovalSteps } from '@netward/contract/approval-values'
import { Button, Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { PolicyInput, PolicyRow } from './policy.ts'
import './approvals.css'

type Choices = EndpointOutput<'GET /api/v1/approval/policy/choices'>

/** A step in the form, which keeps what is entered while another kind of approver is tried. */
export interface StepValues {
  by: (typeof approvers)[number]
  mode: (typeof approvalModes)[number]
  departmentId?: string | null
  role?: string
  memberIds?: string[]
}

export const emptyStep: StepValues = { by: 'head', mode: 'any', departmentId: null }

export const stepValuesOf = (step: PolicyRow['steps'][number]): StepValues =>
  step.by === 'person' ? { ...step, memberIds: [...step.memberIds] } : { ...step }

export function sentStep({
  by,
  mode,
  departmentId = null,
  role = '',
  memberIds = [],
}: StepValues): PolicyInput['steps'][number] {
  switch (by) {
    case 'head':
      return { by, mode, departmentId }
    case 'role':
      return { by, mode, role }
    case 'person':
      return { by, mode, memberIds }
    case 'customer':
      return { by, mode }
  }
}

/** Up to five steps, decided one after the other. */
export function StepsField({ choices }: { choices: Choices | undefined }) {
  const { t } = useTranslation()
  return (
    <Form.List name="steps">
      {(fields, { add, remove }) => (
        <>
          {fields.map(({ key, name }, index) => (
            <fieldset key={key} className="approval-policy-step">
              <legend>
                {t('approvals.step', { n: index + 1 })}{' '}
                {fields.length > 1 && (
                  <Button
                    type="text"
                    size="small"
                    icon={<DeleteOutlined />}
                    aria-label={t('approvals.removeStep', { n: index + 1 })}
                    onClick={() => remove(name)}
                  />
                )}
              </legend>
              <div className="approval-policy-pair">
                <Form.Item name={[name, 'by']} label={t('approvals.approver')}>
                  <Select
                    options={approvers.map((value) => ({ value, label: t(`approvals.by.${value}`) }))}
                  />
                </Form.Item>
                <Form.Item name={[name, 'mode']} label={t('approvals.mode')}>
                  <Select
                    options={approvalModes.map((value) => ({ value, label: t(`approvals.modes.${value}`) }))}
                  />
                </Form.Item>
              </div>
              <Form.Item noStyle dependencies={[['steps', name, 'by']]}>
                {({ getFieldValue }) => (
                  <Named
                    name={name}
                    by={getFieldValue(['steps', name, 'by']) as StepValues['by']}
                    choices={choices}
                  />
                )}
              </Form.Item>
            </fieldset>
          ))}
          {fields.length < mostApprovalSteps && (
            <Button className="approval-policy-add" icon={<PlusOutlined />} onClick={() => add(emptyStep)}>
              {t('approvals.addStep')}
            </Button>
          )}
        </>
      )}
    </Form.List>
  )
}

/** Whom the step names: a department, a role or people. */
function Named({ name, by, choices }: { name: number; by: StepValues['by']; choices: Choices | undefined }) {
  const { t } = useTranslation()
  const { departments = [], roles = [], members = [] } = choices ?? {}
  if (by === 'head')
    return (
      <Form.Item
        name={[name, 'departmentId']}
        label={t('approvals.department')}
        extra={t('approvals.departmentHint')}
      >
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('approvals.departmentOfAsker')}
          options={departments.map(({ id, name: label, headName }) => ({
            value: id,
            label: `${label} · ${headName ?? t('approvals.noHead')}`,
          }))}
        />
      </Form.Item>
    )
  if (by === 'role')
    return (
      <Form.Item
        name={[name, 'role']}
        label={t('approvals.role')}
        rules={[{ required: true, message: t('approvals.roleEmpty') }]}
      >
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('common.pleaseSelect')}
          options={roles.map(({ role, name: own }) => ({
            value: role,
            label: own === '' ? t(`account.roles.${role as BuiltInRole}`) : own,
          }))}
        />
      </Form.Item>
    )
  if (by === 'person')
    return (
      <Form.Item
        name={[name, 'memberIds']}
        label={t('approvals.members')}
        rules={[{ required: true, message: t('approvals.membersEmpty') }]}
      >
        <Select
          mode="multiple"
          maxCount={20}
          optionFilterProp="label"
          placeholder={t('common.pleaseSelect')}
          options={members.map(({ id, name: label }) => ({ value: id, label }))}
        />
      </Form.Item>
    )
  return null
}
