import type { EndpointKey, EndpointOutput } from '@netward/contract'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'

type Invitation = EndpointOutput<'POST /api/v1/auth/invitation/lists'>['items'][number]

const refresh: readonly EndpointKey[] = ['POST /api/v1/auth/invitation/lists', 'GET /api/v1/workbench']

export const contactText = ({ phone, email }: Pick<Invitation, 'phone' | 'email'>): string =>
  phone ?? email ?? ''

/** Actions on an invitation, each after a confirmation. */
export function useInvitationActs() {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const resend = useAct('POST /api/v1/auth/invitation/:invitationId/resend', { refresh })
  const revoke = useAct('DELETE /api/v1/auth/invitation/:invitationId', { refresh })
  return {
    resend: (row: Invitation): void => {
      void confirm({
        title: t('account.invitations.resendTitle', { name: row.displayName }),
        text: t('account.invitations.resendText', { contact: contactText(row) }),
        action: t('account.invitations.resend'),
        danger: false,
        act: async () => {
          await resend.mutateAsync({ invitationId: row.id })
          notify.success(t('account.invitations.resent'))
        },
      })
    },
    revoke: (row: Invitation): void => {
      void confirm({
        title: t('account.invitations.revokeTitle', { name: row.displayName }),
        text: t('account.invitations.revokeText', { contact: contactText(row) }),
        action: t('account.invitations.revoke'),
        act: async () => {
          await revoke.mutateAsync({ invitationId: row.id })
          notify.success(t('account.invitations.revoked'))
        },
      })
    },
  }
}
