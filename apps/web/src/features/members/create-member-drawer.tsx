import { passwordProblem } from '@netward/contract/field-rules'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { DepartmentSelect } from './department-select.tsx'
import { readAgain } from './member.ts'
import { RoleSelect } from './role-select.tsx'

interface Values {
  displayName: string
  userName: string
  password: string
  role: string
  departmentId: string | undefined
}

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
  const submit = async ({ role, departmentId: below, ...typed }: Values) => {
    const displayName = typed.displayName.trim()
    await create.mutateAsync({
      ...typed,
      displayName,
      role,
      ...(below !== undefined && { departmentId: below }),
    })
    notify.success(t('account.members.created', { name: displayName }))
  }
  return (
    <FormDrawer<Values>
      title={t('account.members.createTitle', { company: companyName })}
      open={open}
      onClose={onClose}
      initialValues={{
        displayName: '',
        userName: '',
        password: '',
        role: undefined as unknown as string,
        departmentId,
      }}
      submitText={t('account.members.create')}
      savedText={false}
      onSubmit={submit}
    >
      <p>{t('account.members.createHint')}</p>
      <Form.Item
        name="displayName"
        label={t('account.members.name')}
        rules={[
          { required: true, whitespace: true, message: t('validation.memberNameEmpty') },
          { max: 100, message: t('validation.tooLong', { max: 100 }) },
        ]}
      >
        <Input autoComplete="off" />
      </Form.Item>
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
      <Form.Item
        name="role"
        label={t('account.members.role')}
        extra={t('account.members.roleHint')}
        rules={[{ required: true, message: t('validation.memberRoleEmpty') }]}
      >
        <RoleSelect />
      </Form.Item>
      <Form.Item name="departmentId" label={t('account.department')}>
        <DepartmentSelect />
      </Form.Item>
    </FormDrawer>
  )
}
