import { deletionDays } from '@netward/contract/states/company'
import { Alert, Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { ReasonField } from './reason-drawer.tsx'
import { afterMoveReads, type Tenant } from './tenant.ts'

interface Values {
  reason: string
  code: string
  abandonGateways: boolean
}

/** Deletion of a tenant: what is deleted, when, and that it can be cancelled until then. */
export function DeleteDrawer(props: { tenant: Tenant | null; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { tenant } = props
  const { name = '', code = '' } = tenant ?? {}
  const gateways = tenant === null ? 0 : Object.values(tenant.gateways).reduce((sum, n) => sum + n, 0)
  const act = useAct('POST /api/v1/auth/tenant/:companyId/deletion', {
    refresh: afterMoveReads,
    errors: 'caller',
  })
  return (
    <FormDrawer<Values>
      title={t('tenants.deleteTitle', { name })}
      open={props.open}
      onClose={props.onClose}
      initialValues={{ reason: '', code: '', abandonGateways: false }}
      submitText={t('tenants.deleteStart')}
      savedText={false}
      danger
      onSubmit={async (values) => {
        const { dueAt } = await act.mutateAsync({ companyId: tenant?.id ?? '', ...values })
        notify.success(t('tenants.done.delete', { name, until: format.date(dueAt) }))
      }}
    >
      <Alert type="warning" showIcon title={t('tenants.deleteMeans', { days: deletionDays })} />
      <br />
      <ReasonField />
      {gateways > 0 && (
        <Form.Item name="abandonGateways" valuePropName="checked" extra={t('tenants.deleteGatewaysHint')}>
          <Checkbox>{t('tenants.deleteGateways', { count: gateways })}</Checkbox>
        </Form.Item>
      )}
      <Form.Item
        name="code"
        label={t('tenants.deleteCode', { code })}
        rules={[
          {
            validator: (_rule, typed?: string) =>
              typed?.trim() === code
                ? Promise.resolve()
                : Promise.reject(new Error(t('errors.company.code_wrong'))),
          },
        ]}
      >
        <Input autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
    </FormDrawer>
  )
}
