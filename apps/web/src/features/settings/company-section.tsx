import type { EndpointOutput } from '@netward/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../lib/prefix.ts'
import { actingStore, keepActing, keepSession, sessionStore } from '../../lib/session.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { Panel } from '../../ui/detail-page.tsx'
import { NameForm } from '../../ui/name-form.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { CompanyDefaults } from './company-defaults.tsx'
import { LogoField } from './logo-field.tsx'
import { SignInPreview } from './sign-in-preview.tsx'

const endpoint = 'GET /api/v1/settings/company'
type Company = EndpointOutput<typeof endpoint>

export function CompanySection() {
  const { t } = useTranslation()
  const { data, error, refetch } = useApi(endpoint, {})
  return (
    <Panel title={t('settings.company')}>
      {data !== undefined ? (
        <CompanyForm company={data} />
      ) : error === null ? (
        <LoadingState />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Panel>
  )
}

function CompanyForm({ company }: { company: Company }) {
  const { t } = useTranslation()
  const [name, setName] = useState(company.name)
  return (
    <div className="settings-company">
      <div className="settings-fields">
        <p className="quiet">{t('settings.companyHint', { company: company.name })}</p>
        <CompanyName key={company.name} company={company} onType={setName} />
        <LogoField company={company} />
        <CompanyDefaults company={company} />
        <Given label={t('settings.code')} hint={t('settings.codeHint')}>
          <span className="mono">{company.code}</span>
        </Given>
        <Given label={t('settings.prefix')} hint={t('settings.prefixHint')}>
          {company.prefix === null ? (
            <span className="quiet">{t('settings.prefixNone')}</span>
          ) : (
            <CopyText text={`${window.location.origin}${addressOf(company.prefix, '')}`.replace(/#$/, '')} />
          )}
        </Given>
      </div>
      <SignInPreview name={name.trim() === '' ? company.name : name} company={company} />
    </div>
  )
}

function CompanyName({ company, onType }: { company: Company; onType: (name: string) => void }) {
  const { t } = useTranslation()
  const save = useAct('PUT /api/v1/settings/company', { refresh: [endpoint], errors: 'caller' })
  return (
    <NameForm
      label={t('settings.name')}
      empty={t('settings.nameEmpty')}
      name={company.name}
      autoComplete="organization"
      onType={onType}
      onSave={async (name) => showName((await save.mutateAsync({ name })).name)}
    />
  )
}

/** The console's frame shows the name too: of the current company. */
function showName(name: string): void {
  const acting = actingStore.get()
  const session = sessionStore.get()
  if (acting !== null) keepActing({ ...acting, name })
  else if (session !== null) keepSession({ ...session, user: { ...session.user, companyName: name } })
}

/** Read-only settings, and who can change them. */
function Given({ label, hint, children }: { label: string; hint: string; children: ReactNode }) {
  return (
    <div className="settings-given">
      <span className="settings-label">{label}</span>
      <div>{children}</div>
      <small className="quiet">{hint}</small>
    </div>
  )
}
