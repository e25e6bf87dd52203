import { Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { RoleSelect } from './role-select.tsx'
import { afterChange } from './role.ts'

/** The default roles of members created by a synchronisation (specification §6). */
export function DefaultRole() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const mayEdit = useMay('DMS_SERVER_AUTH_MANAGE_ROLE_EDIT')
  const { data } = useApi('GET /api/v1/auth/role/default', {})
  const choose = useAct('PUT /api/v1/auth/role/default', { refresh: afterChange, errors: 'caller' })
  if (data === undefined) return null
  return (
    <div className="role-default">
      <span className="quiet">{t('roles.defaultRole')}</span>
      <strong>{data.name}</strong>
      {mayEdit && (
        <Button type="link" size="small" onClick={() => setOpen(true)}>
          {t('roles.defaultChange')}
        </Button>
      )}
      <FormDrawer<{ role: string }>
        title={t('roles.defaultRole')}
        open={open}
        onClose={() => setOpen(false)}
        initialValues={{ role: data.role }}
        savedText={t('roles.defaultDone')}
        onSubmit={(values) => choose.mutateAsync(values)}
      >
        <Form.Item name="role" label={t('roles.defaultRole')} extra={t('roles.defaultHint')}>
          <RoleSelect name={data.name} />
        </Form.Item>
      </FormDrawer>
    </div>
  )
}
