import type { Proposal } from '@netward/contract/conversations'
import type { ProposalField } from '@netward/contract/proposal-fields'
import { Form, Input, Modal, Select, Switch } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, errorText, isHandledElsewhere } from '../../lib/api-errors.ts'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { fieldsOf } from './proposal-form.ts'
import { useFieldName } from './use-field-name.ts'
import { useValueName } from './use-value-name.ts'

type Values = Record<string, unknown>

/** The last look before an act: its values can be changed, and nothing happens without the button. */
export function ProposalDialog(props: {
  proposal: Proposal
  open: boolean
  onClose: () => void
  onDone: (proposal: Proposal) => void
}) {
  const { t } = useTranslation()
  const fieldName = useFieldName()
  const valueName = useValueName(props.proposal.kind)
  const [form] = Form.useForm<Values>()
  const [problem, setProblem] = useState<string | null>(null)
  const { proposal, open, onClose, onDone } = props
  const { kind, subject, input } = proposal
  const accept = useAct('POST /api/v1/assistant/proposal/:proposalId/accept', { errors: 'caller' })
  const act = t(`conversations.proposals.${kind}`)
  const fields = fieldsOf(proposal)
  const run = async (values: Values) => {
    setProblem(null)
    const changed = Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== input[key]))
    try {
      const done = await accept.mutateAsync({ proposalId: proposal.id, input: changed })
      onDone(done)
      const error = done.outcome?.error ?? null
      if (error !== null) return setProblem(error)
      notify.success(t('conversations.carriedOut', { act }))
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isHandledElsewhere(error)) return
      const known = error.fields.filter(({ field }) => fields.some(({ name }) => name === field))
      form.setFields(known.map(({ field, message }) => ({ name: field, errors: [message] })))
      setProblem(errorText(error))
    }
  }
  return (
    <Modal
      title={subject === null ? act : t('conversations.actOn', { act, name: subject.name })}
      open={open}
      destroyOnHidden
      okText={act}
      cancelText={t('common.cancel')}
      okButtonProps={{ danger: kind === 'restart_device' }}
      confirmLoading={accept.isPending}
      onCancel={onClose}
      onOk={() => form.submit()}
    >
      <Form
        form={form}
        layout="vertical"
        preserve={false}
        initialValues={Object.fromEntries(fields.map(({ name }) => [name, input[name]]))}
        onFinish={(values) => void run(values)}
      >
        <p className="quiet">{t('conversations.ownRights')}</p>
        {fields.map((field) => (
          <Form.Item
            key={field.name}
            name={field.name}
            label={fieldName(field.name)}
            {...(field.type === 'switch' && { valuePropName: 'checked' })}
          >
            {control(field, (value) => valueName(field.name, value))}
          </Form.Item>
        ))}
      </Form>
      {problem !== null && (
        <p className="answer-step-failed" role="alert">
          {problem}
        </p>
      )}
    </Modal>
  )
}

function control(
  { name, type, choices = [], most }: ProposalField,
  valueName: (value: string) => string,
): ReactNode {
  const limit = most === undefined ? {} : { maxLength: most }
  switch (type) {
    case 'text':
      return <Input {...limit} />
    case 'long':
      return (
        <Input.TextArea
          autoSize={{ minRows: 3, maxRows: 14 }}
          {...limit}
          {...(name === 'definition' && { className: 'mono' })}
        />
      )
    case 'choice':
      return <Select options={choices.map((value) => ({ value, label: valueName(value) }))} />
    case 'switch':
      return <Switch />
  }
}
