import type { Proposal } from '@netward/contract/conversations'
import { Form, Input, InputNumber, Modal, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, errorText, isHandledElsewhere } from '../../lib/api-errors.ts'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { fieldsOf, type ProposalField } from './proposal-form.ts'
import { useFieldName } from './use-field-name.ts'

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
      const known = error.fields.filter(({ field }) => fields.some(({ key }) => key === field))
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
        initialValues={Object.fromEntries(fields.map(({ key }) => [key, input[key]]))}
        onFinish={(values) => void run(values)}
      >
        <p className="quiet">{t('conversations.ownRights')}</p>
        {fields.map((field) => (
          <Form.Item
            key={field.key}
            name={field.key}
            label={fieldName(field.key)}
            {...(field.kind === 'switch' && { valuePropName: 'checked' })}
          >
            {control(field)}
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

function control({ kind }: ProposalField) {
  switch (kind) {
    case 'text':
      return <Input maxLength={200} />
    case 'lines':
      return <Input.TextArea autoSize={{ minRows: 3, maxRows: 14 }} maxLength={20_000} />
    case 'number':
      return <InputNumber />
    case 'switch':
      return <Switch />
  }
}
