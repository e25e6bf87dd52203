import { Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-errors.ts'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { useShownOnce } from '../../ui/shown-once.tsx'
import {
  AdministratorFields,
  AdministratorName,
  contactOf,
  NoMessagesAlert,
  useMessagesSent,
} from './administrator-fields.tsx'
import { afterMoveReads, type Tenant } from './tenant.ts'

/** By a message, by a link that is handed over, or with a first password that is. */
const ways = ['message', 'link', 'password'] as const

interface Values {
  way: (typeof ways)[number]
  administratorName: string
  administratorContact: string
  userName: string
}

export function InviteAdministratorDrawer(props: {
  tenant: Pick<Tenant, 'id' | 'name'>
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const sent = useMessagesSent(props.open)
  const submit = useSubmit(props.tenant.id)
  return (
    <FormDrawer<Values>
      key={String(sent)}
      title={`${t('tenants.inviteAdministrator')} · ${props.tenant.name}`}
      open={props.open}
      onClose={props.onClose}
      initialValues={{
        way: sent ? 'message' : 'link',
        administratorName: '',
        administratorContact: '',
        userName: '',
      }}
      submitText={t('tenants.inviteAdministrator')}
      savedText={false}
      onSubmit={submit}
    >
      {!sent && <NoMessagesAlert hint={t('tenants.noMessagesInvite')} />}
      <Form.Item name="way" label={t('tenants.inviteWay')}>
        <Radio.Group
          options={ways.map((value) => ({
            value,
            label: t(`tenants.inviteWays.${value}`),
            disabled: value === 'message' && !sent,
          }))}
        />
      </Form.Item>
      <WayFields />
    </FormDrawer>
  )
}

function WayFields() {
  const { t } = useTranslation()
  const way: unknown = Form.useWatch('way')
  if (way === 'message') return <AdministratorFields required />
  return (
    <>
      <p className="quiet">{t(way === 'password' ? 'tenants.inviteByPassword' : 'tenants.inviteByLink')}</p>
      <AdministratorName required />
      {way === 'password' && (
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
      )}
    </>
  )
}

function useSubmit(companyId: string): (values: Values) => Promise<void> {
  const { t } = useTranslation()
  const show = useShownOnce()
  const options = { refresh: [...afterMoveReads, 'GET /api/v1/workbench'], errors: 'caller' } as const
  const invite = useAct('POST /api/v1/auth/tenant/:companyId/administrator', options)
  const link = useAct('POST /api/v1/auth/tenant/:companyId/administrator/link', options)
  const create = useAct('POST /api/v1/auth/tenant/:companyId/administrator/account', options)
  return async ({ way, administratorName: displayName, administratorContact, userName }) => {
    if (way === 'link') {
      const made = await link.mutateAsync({ companyId, displayName })
      show({
        title: t('tenants.linkMade', { name: displayName }),
        values: [{ label: t('tenants.invitationLink'), value: made.link }],
        text: t('tenants.linkMadeText'),
      })
    } else if (way === 'password') {
      const made = await create.mutateAsync({ companyId, displayName, userName })
      show({
        title: t('tenants.accountMade', { name: displayName }),
        values: [
          { label: t('account.userName'), value: made.signInName },
          { label: t('account.members.firstPassword'), value: made.password },
        ],
        text: t('tenants.accountMadeText'),
      })
    } else {
      const contact = contactOf(administratorContact)
      if (contact === null) return
      try {
        await invite.mutateAsync({ companyId, displayName, ...contact })
      } catch (error) {
        throw atContact(error)
      }
      notify.success(t('tenants.invited', { contact: administratorContact }))
    }
  }
}

/** A refusal caused by the recipient is shown on the recipient's field. */
function atContact(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.code.startsWith('invitation.')) return error
  const { code, message, status, requestId } = error
  const data = { fields: [{ field: 'administratorContact', message }] }
  return new ApiError({ code, message, status, requestId, data })
}
