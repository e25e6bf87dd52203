import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { DepartmentSelect } from './department-select.tsx'
import { type Member, readAgain } from './member.ts'
import { RolesSelect } from './role-select.tsx'

interface Values {
  displayName: string
  roles: string[]
  departmentId: string
}

/** The membership's data; account, contacts and password belong to the user. */
export function EditMemberDrawer({
  member,
  open,
  onClose,
}: {
  member: Member
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const edit = useAct('PUT /api/v1/auth/member/:memberId', { refresh: readAgain, errors: 'caller' })
  return (
    <FormDrawer<Values>
      title={t('account.members.editTitle', { name: member.displayName })}
      open={open}
      onClose={onClose}
      initialValues={{
        displayName: member.displayName,
        roles: member.roleRefs,
        departmentId: member.departmentId,
      }}
      savedText={t('account.members.saved')}
      onSubmit={({ displayName, roles, departmentId }) =>
        edit.mutateAsync({
          memberId: member.memberId,
          displayName: displayName.trim(),
          roles,
          departmentId,
        })
      }
    >
      <Form.Item
        name="displayName"
        label={t('account.members.name')}
        extra={t('account.members.nameHint')}
        rules={[
          { required: true, whitespace: true, message: t('validation.memberNameEmpty') },
          { max: 100, message: t('validation.tooLong', { max: 100 }) },
        ]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="roles"
        label={t('account.members.role')}
        extra={t('account.members.rolesHint')}
        rules={[{ required: true, message: t('validation.memberRoleEmpty') }]}
      >
        <RolesSelect />
      </Form.Item>
      <Form.Item name="departmentId" label={t('account.department')}>
        <DepartmentSelect />
      </Form.Item>
    </FormDrawer>
  )
}
