import type { AssignmentMove } from '@netward/contract/sharing-values'
import { orderCauses } from '@netward/contract/work-order-values'
import { Alert, Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterAssignment } from './sharing.ts'

interface Values {
  note: string
  cause?: (typeof orderCauses)[number]
}

/** What a move says: why, or how it was solved. */
export function MoveAssignmentDrawer(props: {
  assignmentId: string
  move: AssignmentMove | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { assignmentId, move, open, onClose } = props
  const send = useAct('POST /api/v1/work/sharing/assignment/:assignmentId/move', {
    errors: 'caller',
    refresh: afterAssignment,
  })
  if (move === null) return null
  const solves = move === 'resolve'
  return (
    <FormDrawer<Values>
      title={t(`sharing.moves.${move}`)}
      open={open}
      onClose={onClose}
      initialValues={{ note: '' }}
      savedText={t('sharing.moved')}
      submitText={t(`sharing.moves.${move}`)}
      onSubmit={({ note, cause }) =>
        send.mutateAsync({ assignmentId, move, note: note.trim(), ...(cause !== undefined && { cause }) })
      }
    >
      {(move === 'refuse' || move === 'give_back') && (
        <Alert type="info" showIcon title={t(`sharing.moveHints.${move}`)} />
      )}
      {solves && (
        <Form.Item
          name="cause"
          label={t('orders.cause')}
          rules={[{ required: true, message: t('orders.causeEmpty') }]}
        >
          <Select
            placeholder={t('common.pleaseSelect')}
            options={orderCauses.map((value) => ({ value, label: t(`orders.causes.${value}`) }))}
          />
        </Form.Item>
      )}
      <Form.Item
        name="note"
        label={t(solves ? 'orders.solution' : 'orders.note')}
        rules={[
          {
            required: true,
            whitespace: true,
            message: t(solves ? 'orders.solutionEmpty' : 'orders.noteEmpty'),
          },
        ]}
      >
        <Input.TextArea maxLength={4000} autoSize={{ minRows: 3, maxRows: 10 }} />
      </Form.Item>
    </FormDrawer>
  )
}
