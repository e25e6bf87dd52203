import { emailOf, phoneOf } from '@netward/contract/field-rules'
import { Alert, Form, Input, Radio } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-errors.ts'
import { notify } from '../../lib/notify.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { useShownOnce } from '../../ui/shown-once.tsx'
import { DepartmentItem } from './department-select.tsx'
import { RoleItem } from './role-select.tsx'

const ways = ['message', 'link'] as const

interface Values {
  way: (typeof ways)[number]
  displayName: string
  role: string | undefined
  departmentId: string | undefined
  contact: string
}

interface Channels {
  phone: boolean
  email: boolean
}

/** The typed contact if an invitation can be sent to it; null otherwise. */
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
  const link = useAct('POST /api/v1/auth/invitation/link', {
    refresh: ['POST /api/v1/auth/invitation/lists', 'GET /api/v1/workbench'],
    errors: 'caller',
  })
  const show = useShownOnce()
  const submit = async ({ way, displayName, role, contact: typed, departmentId: below }: Values) => {
    if (role === undefined) return
    if (way === 'link') {
      const made = await link.mutateAsync({
        displayName,
        role,
        ...(below !== undefined && { departmentId: below }),
      })
      show({
        title: t('tenants.linkMade', { name: displayName }),
        values: [{ label: t('tenants.invitationLink'), value: made.link }],
        text: t('tenants.linkMadeText'),
      })
      return
    }
    const contact = contactOf(typed, channels)
    if (contact === null) return
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
      key={String(possible)}
      title={t('account.members.inviteTitle', { company: companyName })}
      open={open}
      onClose={onClose}
      initialValues={{
        way: possible ? 'message' : 'link',
        displayName: '',
        role: undefined,
        contact: '',
        departmentId,
      }}
      submitText={t('account.members.inviteSubmit')}
      savedText={false}
      onSubmit={submit}
    >
      {possible ? (
        <p>{t('account.members.inviteText')}</p>
      ) : (
        <Alert
          type="warning"
          showIcon
          title={t('tenants.noMessages')}
          description={t('account.members.unavailable')}
          className="members-alert"
        />
      )}
      <Form.Item name="way" label={t('tenants.inviteWay')}>
        <Radio.Group
          options={ways.map((value) => ({
            value,
            label: t(`tenants.inviteWays.${value}`),
            disabled: value === 'message' && !possible,
          }))}
        />
      </Form.Item>
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
      <RoleItem />
      <ByMessage>
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
      </ByMessage>
      <DepartmentItem />
    </FormDrawer>
  )
}

/** An invitation by link has no address. */
function ByMessage({ children }: { children: ReactNode }) {
  return Form.useWatch<unknown>('way') === 'message' ? children : null
}

/** A refusal caused by the recipient is shown on the recipient's field. */
function aboutContact(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const { code, message, status, requestId, fields } = error
  const wrong = fields.find(({ field }) => field === 'phone' || field === 'email')
  if (!code.startsWith('invitation.') && wrong === undefined) return error
  const field = { field: 'contact', message: wrong?.message ?? message }
  return new ApiError({ code, message, status, requestId, data: { fields: [field] } })
}
