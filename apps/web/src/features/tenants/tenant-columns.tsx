import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import type { ListColumn } from '../../ui/list-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import type { Tenant } from './tenant.ts'
import { TenantEnd, TenantHealth, TenantPackage, TenantStatus } from './tenant-tags.tsx'

/** The columns shared by table and tree; the first one is the name. */
export function useTenantColumns(): readonly ListColumn<Tenant>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('tenants.name'),
        width: 137,
        sortable: true,
        render: ({ id, name }) => <RowLink to={paths.tenant(id)}>{name}</RowLink>,
      },
      {
        key: 'abbreviation',
        title: t('tenants.abbreviation'),
        width: 100,
        hidden: true,
        render: ({ abbreviation }) => abbreviation || '—',
      },
      {
        key: 'kind',
        title: t('tenants.kind'),
        width: 168,
        phone: 'value',
        render: ({ kind, standing, delivery }) =>
          [
            t(`tenants.kinds.${kind}`),
            t(`tenants.standings.${standing}`),
            ...(delivery === 'self_hosted' ? [t('tenants.deliveries.self_hosted')] : []),
          ].join(' · '),
      },
      {
        key: 'status',
        title: t('tenants.status'),
        width: 140,
        sortable: true,
        phone: 'status',
        render: (tenant) => <TenantStatus tenant={tenant} />,
      },
      {
        key: 'package',
        title: t('tenants.package'),
        width: 119,
        phone: 'value',
        render: (tenant) => <TenantPackage tenant={tenant} brief />,
      },
      {
        key: 'expiresAt',
        title: t('tenants.expiresAt'),
        width: 163,
        sortable: true,
        phone: 'value',
        render: (tenant) => <TenantEnd tenant={tenant} />,
      },
      {
        key: 'health',
        title: t('tenants.health'),
        width: 172,
        phone: 'value',
        render: (tenant) => <TenantHealth tenant={tenant} />,
      },
      {
        key: 'administrator',
        title: t('tenants.administrator'),
        width: 110,
        render: ({ administrator, administrators }) =>
          administrator === null ? (
            <span className="quiet">{t('tenants.noAdministrator')}</span>
          ) : administrators > 1 ? (
            t('tenants.administratorMore', { name: administrator, count: administrators })
          ) : (
            administrator
          ),
      },
      { key: 'parent', title: t('tenants.parent'), width: 120, render: ({ parentName }) => parentName },
      {
        key: 'code',
        title: t('tenants.code'),
        width: 120,
        sortable: true,
        mono: true,
        render: ({ code }) => code,
      },
      {
        key: 'domain',
        title: t('tenants.domain'),
        width: 160,
        hidden: true,
        mono: true,
        render: ({ domain }) => domain ?? '—',
      },
      {
        key: 'createdAt',
        title: t('tenants.createdAt'),
        width: 110,
        sortable: true,
        hidden: true,
        render: ({ createdAt }) => format.date(createdAt),
      },
    ],
    [t, format],
  )
}
