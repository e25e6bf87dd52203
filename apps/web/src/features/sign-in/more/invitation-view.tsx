import { api } from '../../../lib/api-client.ts'
import { useStore } from '../../../lib/store.ts'
import { useT } from '../../../lib/use-t.ts'
import { tickets } from '../tickets.ts'
import { LinkSentView } from './asked-view.tsx'
import { InvitationForm } from './invitation-form.tsx'
import { useOnce } from './use-once.ts'
import { Outcome, View } from './view.tsx'

/** Opened by an invitation link. */
export function InvitationView() {
  const t = useT()
  const ticket = useStore(tickets.link)
  return ticket === null ? (
    <Outcome title={t('access.linkLostTitle')} text={t('access.linkLostText')} />
  ) : (
    <Invitation ticket={ticket} />
  )
}

function Invitation({ ticket }: { ticket: string }) {
  const t = useT()
  const { loaded, again } = useOnce(() =>
    api('POST /api/v1/auth/invitation/open', { ticket }, { errors: 'caller' }),
  )
  if (loaded === null || 'error' in loaded) {
    return <LinkSentView title={t('access.linkLostTitle')} error={loaded?.error} onRetry={again} />
  }
  const { companyName, invitedBy, hasAccount } = loaded.value
  return (
    <View
      title={t('access.invitationTitle')}
      about={
        <>
          <p>{t('access.invitationText', { inviter: invitedBy, company: companyName })}</p>
          <p>{hasAccount ? t('access.invitationExisting') : t('access.invitationNew')}</p>
        </>
      }
    >
      <InvitationForm ticket={ticket} invitation={loaded.value} />
    </View>
  )
}
