import type { EndpointInput } from '@netward/contract'
import { memberEntity, memberForm } from '@netward/contract/member-fields'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { EntityForm, formValues } from '../../ui/entity/entity-form.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { DepartmentItem } from './department-select.tsx'
import { type Member, readAgain } from './member.ts'
import { RolesSelect } from './role-select.tsx'

type Values = Omit<EndpointInput<'PUT /api/v1/auth/member/:memberId'>, 'memberId'>

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
        ...(formValues(memberEntity, member, {}) as unknown as Values),
        roles: member.roleRefs,
      }}
      savedText={t('account.members.saved')}
      onSubmit={(values) => edit.mutateAsync({ memberId: member.memberId, ...values })}
    >
      <EntityForm entity={memberEntity} parts={memberForm.person} items={{}} />
      <EntityForm
        entity={memberEntity}
        parts={memberForm.place}
        items={{
          roles: (
            <Form.Item
              name="roles"
              label={t('account.members.role')}
              extra={t('account.members.rolesHint')}
              rules={[{ required: true, message: t('validation.memberRoleEmpty') }]}
            >
              <RolesSelect />
            </Form.Item>
          ),
          departmentId: <DepartmentItem />,
        }}
      />
    </FormDrawer>
  )
}
