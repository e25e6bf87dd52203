import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../confirm.tsx'
import { FormDrawer } from '../form-drawer.tsx'
import { afterApproval, type Approval } from './approval.ts'

/** Approve or refuse the open step; withdraw what one asked for. */
export function ApprovalActs({ approval }: { approval: Approval }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const [approving, setApproving] = useState(true)
  const [open, setOpen] = useState(false)
  const decide = useAct('POST /api/v1/approval/item/:approvalId/decide', {
    errors: 'caller',
    refresh: afterApproval,
  })
  const withdraw = useAct('POST /api/v1/approval/item/:approvalId/withdraw', { refresh: afterApproval })
  const { id: approvalId, step, title, mayDecide, mayWithdraw } = approval
  if (!mayDecide && !mayWithdraw) return null
  const ask = (approve: boolean) => {
    setApproving(approve)
    setOpen(true)
  }
  return (
    <div className="approval-buttons">
      {mayDecide && (
        <>
          <Button type="primary" onClick={() => ask(true)}>
            {t('approvals.approve')}
          </Button>
          <Button danger onClick={() => ask(false)}>
            {t('approvals.refuse')}
          </Button>
        </>
      )}
      {mayWithdraw && (
        <Button
          onClick={() =>
            void confirm({
              title: t('approvals.withdrawTitle', { title }),
              text: t('approvals.withdrawText'),
              action: t('approvals.withdraw'),
              act: async () => {
                await withdraw.mutateAsync({ approvalId })
                notify.success(t('approvals.withdrawn'))
              },
            })
          }
        >
          {t('approvals.withdraw')}
        </Button>
      )}
      <FormDrawer<{ note: string }>
        title={t(approving ? 'approvals.approveTitle' : 'approvals.refuseTitle', { title })}
        open={open}
        onClose={() => setOpen(false)}
        initialValues={{ note: '' }}
        savedText={t('approvals.decided')}
        submitText={t(approving ? 'approvals.approve' : 'approvals.refuse')}
        danger={!approving}
        onSubmit={({ note }) => decide.mutateAsync({ approvalId, step, approve: approving, note })}
      >
        <Form.Item
          name="note"
          label={t(approving ? 'approvals.opinion' : 'approvals.reason')}
          rules={approving ? [] : [{ required: true, whitespace: true, message: t('approvals.reasonEmpty') }]}
        >
          <Input.TextArea maxLength={1000} autoSize={{ minRows: 3, maxRows: 10 }} />
        </Form.Item>
      </FormDrawer>
    </div>
  )
}
