import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { singleAccountHome } from '../../lib/single-account.ts'
import { useApi } from '../../lib/use-api.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { accountEndpoint } from './account.ts'
import { PreferencesSection } from './preferences-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { SignOnSection } from './sign-on-section.tsx'
import { SignInSection } from './sign-in-section.tsx'
import { TokensSection } from './tokens-section.tsx'
import { TwoStepSection } from './two-step-section.tsx'
import './account.css'

/** The user's own account: one screen in both menus, and the only one of single-account mode. */
export function PersonalInformation({ notices }: { notices?: ReactNode }) {
  const { t } = useTranslation()
  const { data: account, error, refetch } = useApi(accountEndpoint, {})
  return (
    <div className="account">
      <h1>
        {t(singleAccountHome === null ? 'shell.titles.personalInformation' : 'shell.titles.accountSetting')}
      </h1>
      {account !== undefined ? (
        <>
          <ProfileSection account={account} />
          <PreferencesSection />
          {notices}
          <SignInSection account={account} />
          <SignOnSection />
          <TwoStepSection account={account} />
          <SessionsSection />
          <TokensSection />
        </>
      ) : (
        <Panel>
          {error === null ? (
            <LoadingState rows={10} />
          ) : (
            <ErrorState error={error} onRetry={() => void refetch()} />
          )}
        </Panel>
      )}
    </div>
  )
}
