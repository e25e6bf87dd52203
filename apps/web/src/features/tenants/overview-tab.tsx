import { tenantEntity, tenantFacts } from '@netward/contract/tenant-fields'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { Facts, Panel } from '../../ui/detail-page.tsx'
import { entityFacts } from '../../ui/entity/entity-columns.ts'
import { administratorText, type TenantDetail } from './tenant.ts'
import { quotaName } from './tenant-tags.tsx'

const dash = '—'

/** Facts of a tenant that appear nowhere else on its page. */
export function OverviewTab({ tenant }: { tenant: TenantDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const factsOf = useTenantFacts(tenant)
  return (
    <div className="tenant-panels">
      <Panel title={t('tenants.section.identity')}>
        <Facts facts={factsOf(tenantFacts.identity)} />
      </Panel>
      <Panel title={t('tenants.usage')}>
        {tenant.usage.length === 0 ? (
          dash
        ) : (
          <Facts
            facts={tenant.usage.map(({ kind, used, granted }) => ({
              label: quotaName(t, kind),
              value: (
                <span className={granted !== null && used > granted ? 'tenant-end-over' : ''}>
                  {t('tenants.usageOf', {
                    used: format.number(used),
                    granted: granted === null ? t('tenants.unlimited') : format.number(granted),
                  })}
                </span>
              ),
            }))}
          />
        )}
      </Panel>
      <Panel title={t('tenants.section.contact')}>
        <Facts facts={factsOf(tenantFacts.contact)} />
      </Panel>
      <Panel title={t('tenants.section.signIn')}>
        <Facts facts={factsOf(tenantFacts.signIn)} />
      </Panel>
    </div>
  )
}

function useTenantFacts(tenant: TenantDetail) {
  const { t } = useTranslation()
  const format = useFormat()
  const { prefix, domain, logoUrl } = tenant
  return (names: readonly (typeof tenantFacts)[keyof typeof tenantFacts][number][]) =>
    entityFacts(t, tenantEntity, names, tenant, {
      code: ({ code }) => <CopyText text={code} />,
      createdAt: ({ createdAt }) => format.dateTime(createdAt),
      administrator: () => administratorText(t, tenant),
      contactPhone: ({ contactPhone }) => contactPhone || dash,
      contactMail: ({ contactMail }) => contactMail || dash,
      prefix: () => (prefix === null ? dash : <CopyText text={`/${prefix}/`} />),
      domain: () => (domain === null ? dash : <CopyText text={domain} />),
      logo: () =>
        logoUrl === null ? (
          dash
        ) : (
          <span className="tenant-logo">
            <img src={logoUrl} alt={tenant.name} />
          </span>
        ),
      timeZone: ({ timeZone }) => timeZone,
    })
}
