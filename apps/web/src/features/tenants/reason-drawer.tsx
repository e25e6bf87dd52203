import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterMoveReads, type Tenant } from './tenant.ts'

export type ReasonMove = 'freeze' | 'deactivate'

/** A move that hurts: what it means, and why. */
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
  return (
    <FormDrawer<{ reason: string }>
      title={t(`tenants.${move}Title`, { name })}
      open={props.open}
      onClose={props.onClose}
      initialValues={{ reason: '' }}
      submitText={t(`tenants.${move}`)}
      savedText={false}
      onSubmit={async ({ reason }) => {
        const act = move === 'freeze' ? freeze : deactivate
        await act.mutateAsync({ companyId: tenant?.id ?? '', reason })
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
      extra={t('tenants.reasonTold')}
      rules={required ? [{ required, whitespace: true, message: t('tenants.reasonEmpty') }] : []}
    >
      <Input.TextArea rows={3} maxLength={500} showCount />
    </Form.Item>
  )
}
