import type { EndpointOutput } from '@netward/contract'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../lib/prefix.ts'

interface Shown {
  readonly name: string
  readonly company: EndpointOutput<'GET /api/v1/settings/company'>
}

/** Preview of the company's sign-in page: a logo that works on white may be invisible on black. */
export function SignInPreview({ name, company }: Shown) {
  const { t } = useTranslation()
  return (
    <section className="settings-preview" aria-labelledby="settings-preview">
      <header>
        <h3 id="settings-preview">{t('settings.preview')}</h3>
        {company.prefix !== null && (
          <a href={addressOf(company.prefix, '/login')} target="_blank" rel="noreferrer">
            {t('settings.previewOpen')}
          </a>
        )}
      </header>
      <div className="settings-preview-pair">
        <Drawn theme="light" name={name} company={company} label={t('settings.previewLight')} />
        <Drawn theme="dark" name={name} company={company} label={t('settings.previewDark')} />
      </div>
      {company.prefix === null && <p className="quiet">{t('settings.previewNoPrefix')}</p>}
    </section>
  )
}

/** The inputs are drawn, not real: they accept no typing. */
function Drawn({ theme, name, company, label }: Shown & { theme: 'light' | 'dark'; label: string }) {
  const { t } = useTranslation()
  return (
    <figure>
      <div className={`settings-drawn settings-drawn-${theme}`}>
        <div className="settings-drawn-pitch" aria-hidden="true" />
        <div className="settings-drawn-form">
          {company.logoUrl !== null && (
            <img src={company.logoUrl} alt={t('settings.logoOf', { company: company.name })} />
          )}
          <div>
            <strong aria-hidden="true">{t('signIn.title')}</strong>
            <p>{name}</p>
          </div>
          <span aria-hidden="true" />
          <span aria-hidden="true" />
          <b aria-hidden="true">{t('signIn.submit')}</b>
        </div>
      </div>
      <figcaption>{label}</figcaption>
    </figure>
  )
}
