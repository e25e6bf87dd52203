import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { PreviewText } from './preview-text.tsx'
import { RoleSelect } from './role-select.tsx'
import { afterChange, type Role } from './role.ts'

interface Props {
  role: Role
  open: boolean
  onClose: () => void
}

/** Deletes a role; its holders get another, and the effect on them is shown. */
export function DeleteDrawer({ role, open, onClose }: Props) {
  const { t } = useTranslation()
  const remove = useAct('POST /api/v1/auth/role/:roleId/delete', { refresh: afterChange, errors: 'caller' })
  const used = role.members > 0 || role.isDefault
  return (
    <FormDrawer<{ replacement?: string }>
      title={t('roles.deleteTitle', { name: role.name })}
      open={open}
      onClose={onClose}
      initialValues={{}}
      submitText={t('roles.delete')}
      danger
      savedText={t('roles.deleted')}
      onSubmit={({ replacement }) =>
        remove.mutateAsync({ roleId: role.role, ...(replacement !== undefined && { replacement }) })
      }
    >
      <p>{t('roles.deleteHint')}</p>
      {role.members > 0 && <p>{t('roles.deleteUsed', { count: role.members })}</p>}
      {role.isDefault && <p>{t('roles.deleteDefault')}</p>}
      <Form.Item
        name="replacement"
        label={t('roles.deleteReplacement')}
        rules={[{ required: used, message: t('roles.deleteReplacementEmpty') }]}
      >
        <RoleSelect but={role.role} />
      </Form.Item>
      <Form.Item noStyle dependencies={['replacement']}>
        {({ getFieldValue }) => {
          const replacement: unknown = getFieldValue('replacement')
          return typeof replacement === 'string' && <Change roleId={role.role} replacement={replacement} />
        }}
      </Form.Item>
    </FormDrawer>
  )
}

function Change({ roleId, replacement }: { roleId: string; replacement: string }) {
  const { data } = useApi(
    'POST /api/v1/auth/role/preview',
    { roleId, deleted: true, replacement },
    { keepPrevious: true },
  )
  return data === undefined ? null : <PreviewText preview={data} />
}
