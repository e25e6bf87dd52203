import type { EndpointInput } from '@netward/contract'
import { passwordProblem } from '@netward/contract/field-rules'
import { memberEntity, memberForm } from '@netward/contract/member-fields'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { EntityForm, formValues } from '../../ui/entity/entity-form.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { DepartmentItem } from './department-select.tsx'
import { readAgain } from './member.ts'
import { RoleItem } from './role-select.tsx'

type Values = EndpointInput<'POST /api/v1/auth/member'>

/** For users without a phone or mail address at hand: the first password is handed over. */
export function CreateMemberDrawer({
  departmentId,
  open,
  onClose,
}: {
  departmentId: string | undefined
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { companyName } = useCompanyScope()
  const create = useAct('POST /api/v1/auth/member', { refresh: readAgain, errors: 'caller' })
  const submit = async ({ departmentId: below, ...values }: Values) => {
    await create.mutateAsync({ ...values, ...(below !== undefined && { departmentId: below }) })
    notify.success(t('account.members.created', { name: values.displayName.trim() }))
  }
  return (
    <FormDrawer<Values>
      title={t('account.members.createTitle', { company: companyName })}
      open={open}
      onClose={onClose}
      initialValues={
        {
          ...formValues(memberEntity, null, { departmentId, roles: undefined }),
          userName: '',
          password: '',
        } as unknown as Values
      }
      submitText={t('account.members.create')}
      savedText={false}
      onSubmit={submit}
    >
      <p>{t('account.members.createHint')}</p>
      <EntityForm entity={memberEntity} parts={memberForm.person} items={{}} />
      <Form.Item
        name="userName"
        label={t('account.userName')}
        extra={t('account.members.userNameHint')}
        rules={[
          {
            required: true,
            pattern: /^[a-z0-9][a-z0-9._-]{0,62}$/,
            message: t('account.members.userNameWrong'),
          },
        ]}
      >
        <Input autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={63} />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('account.members.firstPassword')}
        required
        rules={[
          {
            validator: (_rule, typed?: string) => {
              const problem = passwordProblem(typed ?? '')
              return problem === null ? Promise.resolve() : Promise.reject(new Error(t(problem)))
            },
          },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={20} />
      </Form.Item>
      <EntityForm
        entity={memberEntity}
        parts={memberForm.place}
        items={{
          roles: <RoleItem />,
          departmentId: <DepartmentItem />,
        }}
      />
    </FormDrawer>
  )
}
