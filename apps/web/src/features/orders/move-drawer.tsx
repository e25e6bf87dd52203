import { type OrderMove, orderMoves } from '@netward/contract/states/work-order'
import { orderCauses, type SuspensionReason, suspensionReasons } from '@netward/contract/work-order-values'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { instantOf } from '../../lib/wall-clock.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { useAct } from '../../lib/use-api.ts'
import { AssigneeItem } from './dispatch/assignee-item.tsx'
import { isShared, sharedChoice } from './dispatch/shared-engineer.ts'
import { afterOrder, type MoveInput, type OrderDetail } from './order.ts'

interface Values {
  to?: string
  note: string
  reason: SuspensionReason
  until: string
  cause?: (typeof orderCauses)[number]
}

/** Whether the move says something that a person enters. */
export const needsForm = (move: OrderMove): boolean => 'needs' in orderMoves[move]

const empty: Values = { note: '', reason: 'customer', until: '' }

/** What a move must say: to whom, why, until when, or by what it was solved. */
export function MoveDrawer(props: {
  order: OrderDetail
  move: OrderMove | null
  open: boolean
  onClose: () => void
  onMove: (move: MoveInput) => Promise<void>
}) {
  const { t } = useTranslation()
  const { order, move, open, onClose, onMove } = props
  const dispatch = useAct('POST /api/v1/work/order/:orderId/shared/engineer', {
    errors: 'caller',
    refresh: afterOrder,
  })
  if (move === null) return null
  const needs = 'needs' in orderMoves[move] ? orderMoves[move].needs : undefined
  return (
    <FormDrawer<Values>
      title={move === 'assign' ? t('orders.assignTitle') : t(`orders.moves.${move}`)}
      open={open}
      onClose={onClose}
      initialValues={empty}
      savedText={false}
      danger={move === 'cancel'}
      submitText={t(`orders.moves.${move}`)}
      onSubmit={async (values) => {
        const { to = '', note } = values
        if (!isShared(to)) return onMove(sent(move, values))
        const { id: orderId, version } = order
        await dispatch.mutateAsync({ orderId, version, note: note.trim(), ...sharedChoice(to) })
        notify.success(t('sharing.dispatched'))
      }}
      fieldOf={(field) => (field === 'ref' || field === 'redemptionId' ? 'to' : field)}
    >
      {(needs === 'assignee' || needs === 'transfer') && (
        <AssigneeItem
          orderId={order.id}
          open={open}
          shared={needs === 'assignee' && order.type !== 'change'}
        />
      )}
      {needs === 'suspension' && (
        <>
          <Form.Item name="reason" label={t('orders.suspendReason')} extra={t('orders.suspendHint')}>
            <Select
              options={suspensionReasons.map((value) => ({ value, label: t(`orders.reasons.${value}`) }))}
            />
          </Form.Item>
          <Form.Item name="until" label={t('orders.suspendUntil')}>
            <DateField kind="moment" />
          </Form.Item>
        </>
      )}
      {needs === 'solution' && (
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
        label={t(
          needs === 'solution'
            ? 'orders.solution'
            : needs === 'assignee'
              ? 'orders.noteOptional'
              : 'orders.note',
        )}
        rules={
          needs === 'assignee'
            ? []
            : [
                {
                  required: true,
                  whitespace: true,
                  message: t(needs === 'solution' ? 'orders.solutionEmpty' : 'orders.noteEmpty'),
                },
              ]
        }
      >
        <Input.TextArea maxLength={4000} autoSize={{ minRows: 3, maxRows: 10 }} />
      </Form.Item>
    </FormDrawer>
  )
}

function sent(name: OrderMove, { to = '', note, reason, until, cause = 'other' }: Values): MoveInput {
  const text = note.trim()
  switch (name) {
    case 'assign':
      return { name, to, ...(text !== '' && { note: text }) }
    case 'transfer':
      return { name, to, note: text }
    case 'suspend':
      return { name, reason, note: text, ...(until !== '' && { until: instantOf(until) }) }
    case 'resolve':
      return { name, cause, solution: text }
    case 'refuse':
    case 'reopen':
    case 'cancel':
      return { name, note: text }
    default:
      return { name }
  }
}
