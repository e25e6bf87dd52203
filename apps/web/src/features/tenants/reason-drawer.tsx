import type { CompanyMove } from '@netward/contract/states/company'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterMoveReads, type Tenant } from './tenant.ts'

const reasonMoves = ['freeze', 'deactivate', 'reactivate'] as const
export type ReasonMove = (typeof reasonMoves)[number]
export const isReasonMove = (move: CompanyMove): move is ReasonMove => reasonMoves.some((one) => one === move)

/** An action with a reason: its meaning, and the reason field. */
export function ReasonDrawer(props: {
  move: ReasonMove
  tenant: Tenant | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { move, tenant } = props
  const name = tenant?.name ?? ''
  const options = { refresh: afterMoveReads, errors: 'caller' } as const
  const freeze = useAct('POST /api/v1/auth/tenant/:companyId/freeze', options)
  const deactivate = useAct('POST /api/v1/auth/tenant/:companyId/deactivate', options)
  const reactivate = useAct('POST /api/v1/auth/tenant/:companyId/reactivate', options)
  const act = (input: { companyId: string; reason: string }) => {
    if (move === 'freeze') return freeze.mutateAsync(input)
    return move === 'deactivate' ? deactivate.mutateAsync(input) : reactivate.mutateAsync(input)
  }
  return (
    <FormDrawer<{ reason: string }>
      title={t(`tenants.${move}Title`, { name })}
      open={props.open}
      onClose={props.onClose}
      initialValues={{ reason: '' }}
      submitText={t(`tenants.${move}`)}
      savedText={false}
      danger={move !== 'reactivate'}
      onSubmit={async ({ reason }) => {
        await act({ companyId: tenant?.id ?? '', reason })
        notify.success(t(`tenants.done.${move}`, { name }))
      }}
    >
      <p>{t(`tenants.${move}Means`)}</p>
      <ReasonField />
    </FormDrawer>
  )
}

export function ReasonField({ required = true }: { required?: boolean }) {
  const { t } = useTranslation()
  return (
    <Form.Item
      name="reason"
      label={t('tenants.reason')}
      extra={t('tenants.reasonMailed')}
      rules={required ? [{ required, whitespace: true, message: t('tenants.reasonEmpty') }] : []}
    >
      <Input.TextArea rows={3} maxLength={500} showCount />
    </Form.Item>
  )
}
