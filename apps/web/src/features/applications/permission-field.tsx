import { applicationPermissions } from '@netward/contract/application-permissions'
import type { PermissionCode } from '@netward/contract/permissions'
import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../lib/session.ts'

const noneHeld: ReadonlySet<string> = new Set()

/** What the application may call: the user's own permissions, and those that it already has. */
export function PermissionField({ kept = [] }: { kept?: readonly string[] }) {
  const { t } = useTranslation()
  const held = useSession()?.permissions ?? noneHeld
  const nameOf = (code: PermissionCode) => t(`permissions.codes.${code}.name`)
  return (
    <Form.Item
      name="permissions"
      label={t('applications.permissions')}
      extra={t('applications.permissionsHint')}
    >
      <Select
        mode="multiple"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('applications.permissionsNone')}
        options={applicationPermissions
          .filter((code) => held.has(code) || kept.includes(code))
          .map((code) => ({
            value: code,
            label: nameOf(code),
            title: t(`permissions.codes.${code}.allows`),
          }))}
      />
    </Form.Item>
  )
}
