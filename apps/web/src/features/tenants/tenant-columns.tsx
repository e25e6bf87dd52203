import { tenantColumns, tenantEntity } from '@netward/contract/tenant-fields'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { entityColumns } from '../../ui/entity/entity-columns.ts'
import type { ListColumn } from '../../ui/list-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { administratorText, type Tenant } from './tenant.ts'
import { TenantEnd, TenantHealth, TenantPackage, TenantStatus } from './tenant-tags.tsx'

/** The columns shared by table and tree; the first one is the name. */
export function useTenantColumns(): readonly ListColumn<Tenant>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    () =>
      entityColumns<typeof tenantEntity, (typeof tenantColumns)[number]['key'], Tenant>(
        t,
        tenantEntity,
        tenantColumns,
        {
          name: ({ id, name }) => <RowLink to={paths.tenant(id)}>{name}</RowLink>,
          kind: ({ kind, standing, delivery }) =>
            [
              t(`tenants.kinds.${kind}`),
              t(`tenants.standings.${standing}`),
              ...(delivery === 'self_hosted' ? [t('tenants.deliveries.self_hosted')] : []),
            ].join(' · '),
          status: (tenant) => <TenantStatus tenant={tenant} />,
          package: (tenant) => <TenantPackage tenant={tenant} brief />,
          expiresAt: (tenant) => <TenantEnd tenant={tenant} />,
          health: (tenant) => <TenantHealth tenant={tenant} />,
          administrator: (tenant) =>
            tenant.administrator === null ? (
              <span className="quiet">{administratorText(t, tenant)}</span>
            ) : (
              administratorText(t, tenant)
            ),
          parent: ({ parentName }) => parentName,
          domain: ({ domain }) => domain ?? '—',
          createdAt: ({ createdAt }) => format.date(createdAt),
        },
      ),
    [t, format],
  )
}
