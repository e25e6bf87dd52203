import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { Facts, Panel } from '../../ui/detail-page.tsx'
import type { TenantDetail } from './tenant.ts'
import { quotaName } from './tenant-tags.tsx'

const dash = '—'

/** Facts of a tenant that appear nowhere else on its page. */
export function OverviewTab({ tenant }: { tenant: TenantDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { administrator, administrators, prefix, domain, logoUrl } = tenant
  return (
    <div className="tenant-panels">
      <Panel title={t('tenants.section.identity')}>
        <Facts
          facts={[
            { label: t('tenants.code'), value: <CopyText text={tenant.code} /> },
            { label: t('tenants.abbreviation'), value: tenant.abbreviation || dash },
            { label: t('tenants.createdAt'), value: format.dateTime(tenant.createdAt) },
            {
              label: t('tenants.administrator'),
              value:
                administrator === null
                  ? t('tenants.noAdministrator')
                  : administrators > 1
                    ? t('tenants.administratorMore', { name: administrator, count: administrators })
                    : administrator,
            },
          ]}
        />
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
        <Facts
          facts={[
            { label: t('tenants.contactPerson'), value: tenant.contactPerson || dash },
            { label: t('tenants.contactPhone'), value: tenant.contactPhone || dash },
            { label: t('tenants.contactMail'), value: tenant.contactMail || dash },
            { label: t('tenants.contactNote'), value: tenant.contactNote || dash },
          ]}
        />
      </Panel>
      <Panel title={t('tenants.section.signIn')}>
        <Facts
          facts={[
            { label: t('tenants.prefix'), value: prefix === null ? dash : <CopyText text={`/${prefix}/`} /> },
            { label: t('tenants.domain'), value: domain === null ? dash : <CopyText text={domain} /> },
            {
              label: t('tenants.logo'),
              value:
                logoUrl === null ? (
                  dash
                ) : (
                  <span className="tenant-logo">
                    <img src={logoUrl} alt={tenant.name} />
                  </span>
                ),
            },
            { label: t('tenants.language'), value: t(`tenants.languages.${tenant.language}`) },
            { label: t('tenants.timeZone'), value: tenant.timeZone },
          ]}
        />
      </Panel>
    </div>
  )
}
