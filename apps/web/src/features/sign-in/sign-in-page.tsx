import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePlatformName } from '../../lib/platform-name.ts'
import { useStore } from '../../lib/store.ts'
import { useT } from '../../lib/use-t.ts'
import { viewOf } from './addresses.ts'
import { FormHeader } from './form-header.tsx'
import { MoreView } from './more-view.tsx'
import { isBranded, usePageInfo } from './page-info.ts'
import { PasswordForm } from './password-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { type SignOnWay, SignOnWays } from './sign-on-ways.tsx'
import { takeTicket, tickets } from './tickets.ts'
import { Ways } from './ways.tsx'

interface Search {
  view?: unknown
  ticket?: unknown
  redirect?: string
}

export function SignInPage() {
  const search: Search = useSearch({ strict: false })
  const secondFactor = useStore(tickets.secondFactor)
  const documents = useStore(tickets.documents)
  useEffect(() => {
    // A link followed in an already open page.
    if (search.ticket !== undefined) takeTicket()
  }, [search.ticket])
  const view = viewOf(search.view)
  if (secondFactor !== null) {
    return (
      <SignInFrame>
        <MoreView view="secondFactor" />
      </SignInFrame>
    )
  }
  if (documents !== null && view === null) {
    return (
      <SignInFrame>
        <MoreView view="documents" />
      </SignInFrame>
    )
  }
  return (
    <SignInFrame>
      {view === null || view === 'phone' ? (
        <SignInForms byPhone={view === 'phone'} redirect={search.redirect} />
      ) : (
        <MoreView key={view} view={view} />
      )}
    </SignInFrame>
  )
}

const noWays: readonly SignOnWay[] = []

/** The password form stays mounted while the other is shown: typed values are kept. */
function SignInForms({ byPhone, redirect }: { byPhone: boolean; redirect: string | undefined }) {
  const t = useT()
  const info = usePageInfo()
  const platform = usePlatformName()
  const phoneCodes = info?.phoneCodes ?? byPhone
  const phone = byPhone && phoneCodes
  return (
    <div className="sign-in-form">
      <FormHeader title={isBranded(info) ? t('signIn.title') : t('signIn.welcome', { product: platform })} />
      <Ways byPhone={phone} phoneCodes={phoneCodes} redirect={redirect} />
      <PasswordForm hidden={phone} redirect={redirect} />
      {phone && <MoreView view="phone" />}
      <SignOnWays ways={info?.ways ?? noWays} redirect={redirect} />
    </div>
  )
}
