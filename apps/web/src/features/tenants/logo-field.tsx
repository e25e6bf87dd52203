import { useTranslation } from 'react-i18next'
import { useRefreshReads } from '../../lib/use-api.ts'
import { ImageField } from '../../ui/image-field.tsx'
import { tenantEndpoint, tenantsEndpoint, timelineEndpoint, type Tenant } from './tenant.ts'

/** The logo of a tenant, uploaded at once: not part of the surrounding form. */
export function LogoField({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation()
  const refresh = useRefreshReads()
  const { logoUrl } = tenant
  return (
    <ImageField
      path="/api/v1/auth/tenant/:companyId/logo"
      of={{ companyId: tenant.id }}
      image={
        <span className="tenant-logo">
          {logoUrl === null ? (
            <span className="quiet">180 × 47</span>
          ) : (
            <img src={logoUrl} alt={tenant.name} />
          )}
        </span>
      }
      present={logoUrl !== null}
      words={{
        label: t('tenants.logo'),
        saved: t('tenants.logoSaved'),
        removed: t('tenants.logoRemoved'),
        hint: t('tenants.logoHint'),
      }}
      onChanged={() => refresh(tenantsEndpoint, tenantEndpoint, timelineEndpoint)}
    />
  )
}
