import { api } from '../../../lib/api-client.ts'
import { useStore } from '../../../lib/store.ts'
import { useT } from '../../../lib/use-t.ts'
import { SignInFrame } from '../sign-in-frame.tsx'
import { tickets } from '../tickets.ts'
import { LinkSentView } from './asked-view.tsx'
import { CompleteAccountForm } from './complete-account-form.tsx'
import { useOnce } from './use-once.ts'
import { Outcome, View } from './view.tsx'

/** The first sign-in: sets an own password and contact. */
export function CompleteAccountPage() {
  const t = useT()
  const ticket = useStore(tickets.account)
  return (
    <SignInFrame>
      {ticket === null ? (
        <Outcome title={t('access.completeLostTitle')} text={t('access.completeLostText')} />
      ) : (
        <CompleteAccount ticket={ticket} />
      )}
    </SignInFrame>
  )
}

function CompleteAccount({ ticket }: { ticket: string }) {
  const t = useT()
  const { loaded, again } = useOnce(() =>
    api('POST /api/v1/auth/account/incomplete', { ticket }, { errors: 'caller' }),
  )
  if (loaded === null || 'error' in loaded) {
    return (
      <LinkSentView
        title={t('access.completeLostTitle')}
        text={t('access.completeLostText')}
        error={loaded?.error}
        onRetry={again}
      />
    )
  }
  const { companyName, userName } = loaded.value
  return (
    <View
      title={t('access.completeTitle')}
      about={<p>{t('access.completeText', { company: companyName, userName })}</p>}
    >
      <CompleteAccountForm ticket={ticket} account={loaded.value} />
    </View>
  )
}
