import type { EndpointOutput } from '@netward/contract'
import { useTranslation } from 'react-i18next'
import { useRefreshReads } from '../../lib/use-api.ts'
import { ImageField } from '../../ui/image-field.tsx'

const settings = 'GET /api/v1/settings/company'

/** The logo of the current company. */
export function LogoField({ company }: { company: EndpointOutput<typeof settings> }) {
  const { t } = useTranslation()
  const refresh = useRefreshReads()
  const { logoUrl, name } = company
  return (
    <ImageField
      path="/api/v1/settings/company/logo"
      of={{}}
      image={
        <span className="settings-logo-box">
          {logoUrl === null ? (
            <span className="quiet">180 × 47</span>
          ) : (
            <img src={logoUrl} alt={t('settings.logoOf', { company: name })} />
          )}
        </span>
      }
      present={logoUrl !== null}
      words={{
        label: t('settings.logo'),
        saved: t('settings.logoSaved'),
        removed: t('settings.logoRemoved'),
        hint: t('settings.logoHint'),
        upload: t('settings.logoUpload'),
        replace: t('settings.logoReplace'),
        remove: t('settings.logoRemove'),
        removing: { title: t('settings.logoRemoveTitle'), text: t('settings.logoRemoveText') },
      }}
      onChanged={() => refresh(settings)}
    />
  )
}
