import { Form, Input } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterClaim, type Claim, claimName } from './part.ts'

interface Values {
  reference: string
  dueOn: string
  note: string
}

/** Records what the vendor answered. */
export function AnswerClaimDrawer(props: { claim: Claim | null; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { claim, open, onClose } = props
  const answer = useAct('PUT /api/v1/work/part/claim/:claimId/answer', {
    errors: 'caller',
    refresh: afterClaim,
  })
  const initialValues = useMemo(
    (): Values => ({
      reference: claim?.reference ?? '',
      dueOn: claim?.dueOn ?? '',
      note: claim?.note ?? '',
    }),
    [claim],
  )
  return (
    <FormDrawer<Values>
      title={t('parts.claimAnswerTitle', { name: claim === null ? '' : claimName(claim) })}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={({ reference, dueOn, note }) =>
        answer.mutateAsync({ claimId: claim?.id ?? '', reference, dueOn: dueOn || null, note })
      }
    >
      <Form.Item name="reference" label={t('parts.rma')}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="dueOn" label={t('parts.dueOn')}>
        <DateField />
      </Form.Item>
      <Form.Item name="note" label={t('parts.note')}>
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormDrawer>
  )
}
