import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-errors.ts'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { AdministratorFields, contactOf } from './administrator-fields.tsx'
import { afterMoveReads, type Tenant } from './tenant.ts'

interface Values {
  administratorName: string
  administratorContact: string
}

export function InviteAdministratorDrawer(props: { tenant: Tenant; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const act = useAct('POST /api/v1/auth/tenant/:companyId/administrator', {
    refresh: afterMoveReads,
    errors: 'caller',
  })
  return (
    <FormDrawer<Values>
      title={`${t('tenants.inviteAdministrator')} · ${props.tenant.name}`}
      open={props.open}
      onClose={props.onClose}
      initialValues={{ administratorName: '', administratorContact: '' }}
      submitText={t('tenants.inviteAdministrator')}
      savedText={false}
      onSubmit={async ({ administratorName, administratorContact }) => {
        const contact = contactOf(administratorContact)
        if (contact === null) return
        try {
          await act.mutateAsync({ companyId: props.tenant.id, displayName: administratorName, ...contact })
        } catch (error) {
          throw atContact(error)
        }
        notify.success(t('tenants.invited', { contact: administratorContact }))
      }}
    >
      <AdministratorFields required />
    </FormDrawer>
  )
}

/** What is refused because of whom it is for is shown on the field that says so. */
function atContact(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.code.startsWith('invitation.')) return error
  const { code, message, status, requestId } = error
  const data = { fields: [{ field: 'administratorContact', message }] }
  return new ApiError({ code, message, status, requestId, data })
}
