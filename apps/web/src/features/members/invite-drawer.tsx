import { emailOf, phoneOf } from '@netward/contract/field-rules'
import { type BuiltInRole, builtInRoles } from '@netward/contract/permissions'
import { Alert, Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-errors.ts'
import { notify } from '../../lib/notify.ts'
import { holdsAll } from '../../lib/permissions.ts'
import { useActing, useSession } from '../../lib/session.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useRoleName } from '../../lib/use-role-name.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'

interface Values {
  displayName: string
  role: BuiltInRole | undefined
  contact: string
}

interface Channels {
  phone: boolean
  email: boolean
}

const initialValues: Values = { displayName: '', role: undefined, contact: '' }
const roles = Object.keys(builtInRoles) as BuiltInRole[]
const noneHeld: ReadonlySet<string> = new Set()

/** What somebody typed, when an invitation can be sent to it; null otherwise. */
function contactOf(typed: string, channels: Channels): { phone: string } | { email: string } | null {
  const email = typed.includes('@') && channels.email ? emailOf(typed) : null
  if (email !== null) return { email }
  const phone = channels.phone ? phoneOf(typed) : null
  return phone === null ? null : { phone }
}

export function InviteDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const nameOf = useRoleName()
  const acting = useActing()
  const session = useSession()
  const { data: account } = useApi('GET /api/v1/auth/account', {}, { enabled: open })
  const channels = { phone: account?.phoneCodes ?? true, email: account?.mail ?? true }
  const held = session?.permissions ?? noneHeld
  const invite = useAct('POST /api/v1/auth/invitation', {
    refresh: ['POST /api/v1/auth/invitation/lists', 'GET /api/v1/workbench'],
    errors: 'caller',
  })
  const submit = async ({ displayName, role, contact: typed }: Values) => {
    const contact = contactOf(typed, channels)
    if (contact === null || role === undefined) return
    try {
      await invite.mutateAsync({ displayName, role, ...contact })
    } catch (error) {
      throw aboutContact(error)
    }
    notify.success(t('account.members.invited', { contact: Object.values(contact)[0] }))
  }
  return (
    <FormDrawer<Values>
      title={t('account.members.inviteTitle', { company: acting?.name ?? session?.user.companyName })}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      submitText={t('account.members.inviteSubmit')}
      savedText={false}
      onSubmit={submit}
    >
      {channels.phone || channels.email ? (
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
        <Select
          placeholder={t('common.pleaseSelect')}
          // Nobody grants what they do not hold.
          options={roles
            .filter((role) => holdsAll(held, builtInRoles[role]))
            .map((role) => ({ value: role, label: nameOf(role) }))}
        />
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
