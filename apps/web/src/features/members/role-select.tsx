import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { useRoleName } from '../../lib/use-role-name.ts'

/** The current company's roles, as options: users cannot give or take roles that they do not hold. */
export function useRoleOptions(): { value: string; label: string; disabled: boolean; title: string }[] {
  const { t } = useTranslation()
  const nameOf = useRoleName()
  const { data = [] } = useApi('GET /api/v1/auth/member/roles', {})
  return data.map(({ role, name, mayGive }) => ({
    value: role,
    label: nameOf(name),
    disabled: !mayGive,
    title: mayGive ? nameOf(name) : t('account.members.notYours'),
  }))
}

/** One role; a form passes `value` and `onChange`. */
function RoleSelect(props: { id?: string; value?: string | undefined; onChange?: (role: string) => void }) {
  const { t } = useTranslation()
  const options = useRoleOptions()
  return (
    <Select
      {...(props.id !== undefined && { id: props.id })}
      {...(props.value !== undefined && { value: props.value })}
      placeholder={t('common.pleaseSelect')}
      showSearch={{ optionFilterProp: 'label' }}
      options={options.filter(({ disabled }) => !disabled)}
      onChange={(role: string) => props.onChange?.(role)}
    />
  )
}

/** Several roles. */
export function RolesSelect(props: { id?: string; value?: string[]; onChange?: (roles: string[]) => void }) {
  const { t } = useTranslation()
  const options = useRoleOptions()
  return (
    <Select
      mode="multiple"
      {...(props.id !== undefined && { id: props.id })}
      value={props.value ?? []}
      placeholder={t('common.pleaseSelect')}
      showSearch={{ optionFilterProp: 'label' }}
      options={options}
      onChange={(roles: string[]) => props.onChange?.(roles)}
    />
  )
}

/** The first role of a new member. */
export function RoleItem() {
  const { t } = useTranslation()
  return (
    <Form.Item
      name="role"
      label={t('account.members.role')}
      extra={t('account.members.roleHint')}
      rules={[{ required: true, message: t('validation.memberRoleEmpty') }]}
    >
      <RoleSelect />
    </Form.Item>
  )
}
