import { emailOf, phoneOf } from '@netward/contract/field-rules'
import { Alert, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-errors.ts'
import { notify } from '../../lib/notify.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { DepartmentSelect } from './department-select.tsx'
import { RoleSelect } from './role-select.tsx'

interface Values {
  displayName: string
  role: string | undefined
  departmentId: string | undefined
  contact: string
}

interface Channels {
  phone: boolean
  email: boolean
}

/** What somebody typed, when an invitation can be sent to it; null otherwise. */
function contactOf(typed: string, channels: Channels): { phone: string } | { email: string } | null {
  const email = typed.includes('@') && channels.email ? emailOf(typed) : null
  if (email !== null) return { email }
  const phone = channels.phone ? phoneOf(typed) : null
  return phone === null ? null : { phone }
}

export function InviteDrawer({
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
  const { data: account } = useApi('GET /api/v1/auth/account', {}, { enabled: open })
  const channels = { phone: account?.phoneCodes ?? true, email: account?.mail ?? true }
  const possible = channels.phone || channels.email
  const invite = useAct('POST /api/v1/auth/invitation', {
    refresh: ['POST /api/v1/auth/invitation/lists', 'GET /api/v1/workbench'],
    errors: 'caller',
  })
  const submit = async ({ displayName, role, contact: typed, departmentId: below }: Values) => {
    const contact = contactOf(typed, channels)
    if (contact === null || role === undefined) return
    try {
      await invite.mutateAsync({
        displayName,
        role,
        ...(below !== undefined && { departmentId: below }),
        ...contact,
      })
    } catch (error) {
      throw aboutContact(error)
    }
    notify.success(t('account.members.invited', { contact: Object.values(contact)[0] }))
  }
  return (
    <FormDrawer<Values>
      title={t('account.members.inviteTitle', { company: companyName })}
      open={open}
      onClose={onClose}
      initialValues={{ displayName: '', role: undefined, contact: '', departmentId }}
      submitText={t('account.members.inviteSubmit')}
      savedText={false}
      blocked={possible ? undefined : t('account.invitations.unavailable')}
      onSubmit={submit}
    >
      {possible ? (
        <p>{t('account.members.inviteText')}</p>
      ) : (
        <Alert type="warning" title={t('account.members.unavailable')} className="members-alert" />
      )}
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
        name="role"
        label={t('account.members.role')}
        extra={t('account.members.roleHint')}
        rules={[{ required: true, message: t('validation.memberRoleEmpty') }]}
      >
        <RoleSelect />
      </Form.Item>
      <Form.Item
        name="contact"
        label={t(
          channels.phone === channels.email
            ? 'account.members.contact'
            : channels.phone
              ? 'account.phone'
              : 'account.email',
        )}
        required
        rules={[
          {
            validator: (_rule, typed?: string) =>
              contactOf(typed ?? '', channels) === null
                ? Promise.reject(new Error(t('validation.phoneOrEmail')))
                : Promise.resolve(),
          },
        ]}
      >
        <Input autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={200} />
      </Form.Item>
      <Form.Item name="departmentId" label={t('account.department')}>
        <DepartmentSelect />
      </Form.Item>
    </FormDrawer>
  )
}

/** What is refused because of whom it is for is shown on the one field that says so. */
function aboutContact(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const { code, message, status, requestId, fields } = error
  const wrong = fields.find(({ field }) => field === 'phone' || field === 'email')
  if (!code.startsWith('invitation.') && wrong === undefined) return error
  const field = { field: 'contact', message: wrong?.message ?? message }
  return new ApiError({ code, message, status, requestId, data: { fields: [field] } })
}
