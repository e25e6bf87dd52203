import { ApartmentOutlined, PlusOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Button, Segmented } from 'antd'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { useLanguage } from '../../lib/preferences.ts'
import { parseSearch } from '../../lib/search.ts'
import { useActing, useSession } from '../../lib/session.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { ListPage, type Selection } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { BatchActions } from './batch-actions.tsx'
import {
  deliveries,
  expirings,
  kinds,
  standings,
  statuses,
  type Tenant,
  tenantsEndpoint,
  treeEndpoint,
} from './tenant.ts'
import { useTenantColumns } from './tenant-columns.tsx'
import { useTenantMenu } from './tenant-menu.tsx'
import { TenantTree } from './tenant-tree.tsx'
import { useParentOptions } from './use-parent-options.ts'
import { useTenantExtras } from './use-tenant-extras.tsx'
import './tenants.css'

// Most visits are read-only: code that creates or imports tenants loads on demand.
const TenantDrawer = lazy(async () => ({ default: (await import('./tenant-drawer.tsx')).TenantDrawer }))
const TenantImport = lazy(async () => ({ default: (await import('./tenant-import.tsx')).TenantImport }))
const Tombstones = lazy(async () => ({ default: (await import('./tombstones.tsx')).Tombstones }))

/** The companies below the current one: MSPs and customers, as a table or as a tree. */
export function Tenants() {
  return useMay('DMS_SERVER_ORGANIZATION_MANAGE_TENANT') ? <Page /> : <NoPermissionState />
}

type Opened = 'create' | 'import' | 'tombstones' | null

function Page() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Opened>(null)
  const [isTree, setTree] = useView()
  const columns = useTenantColumns()
  const fields = useFields()
  const extras = useTenantExtras()
  const { button, menu } = useTenantMenu(extras.itemsOf)
  const acting = useActing()
  const session = useSession()
  useLiveReads(tenantsEndpoint, ['company.changed'])
  useLiveReads(treeEndpoint, ['company.changed'])
  const batchActions = useCallback(
    (selection: Selection<Tenant>) => <BatchActions selection={selection} />,
    [],
  )
  const close = () => setOpened(null)
  const createButton = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpened('create')}>
      {t('tenants.create')}
    </Button>
  )
  const none = (
    <EmptyState
      title={t('tenants.none')}
      hint={t('tenants.noneHint')}
      action={
        <Permission codes={['DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CREATE']}>{createButton}</Permission>
      }
    />
  )
  const actions = (
    <>
      <Segmented
        aria-label={t('tenants.view')}
        value={isTree ? 'tree' : 'table'}
        options={[
          { value: 'table', label: t('tenants.asTable'), icon: <UnorderedListOutlined /> },
          { value: 'tree', label: t('tenants.asTree'), icon: <ApartmentOutlined /> },
        ]}
        onChange={(value) => setTree(value === 'tree')}
      />
      <Permission codes={['DMS_SERVER_DEVICE_POOL_VIEW']}>
        <Button onClick={() => setOpened('tombstones')}>{t('tenants.tombstones')}</Button>
      </Permission>
      <Permission codes={['DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CREATE']}>
        <Button onClick={() => setOpened('import')}>{t('tenants.import')}</Button>
        {createButton}
      </Permission>
    </>
  )
  return (
    <>
      {isTree ? (
        <section className="list-page">
          <header className="list-head">
            <h1>{t('tenants.title')}</h1>
            <div className="list-actions">{actions}</div>
          </header>
          <TenantTree
            parentId={acting?.companyId ?? session?.user.companyId ?? ''}
            actions={button}
            empty={none}
          />
        </section>
      ) : (
        <ListPage
          name="tenants"
          title={t('tenants.title')}
          endpoint={tenantsEndpoint}
          columns={columns}
          fields={fields}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          rowActions={button}
          actionsWidth={80}
          defaultSort="name"
          exportCsv={{ endpoint: 'POST /api/v1/auth/tenant/export', label: t('tenants.exportLabel') }}
          actions={actions}
          batchActions={batchActions}
          empty={none}
        />
      )}
      {menu}
      {extras.drawers}
      <Suspense fallback={null}>
        {opened === 'create' && <TenantDrawer tenant={null} open onClose={close} />}
        {opened === 'import' && <TenantImport open onClose={close} />}
        {opened === 'tombstones' && <Tombstones onClose={close} />}
      </Suspense>
    </>
  )
}

/** Table or tree is stored in the address, like the rest of a list's state. */
function useView(): [boolean, (tree: boolean) => void] {
  const navigate = useNavigate()
  const { pathname, searchStr } = useLocation()
  const isTree = parseSearch(searchStr)['view'] === 'tree'
  return [isTree, (tree) => void navigate({ to: pathname, search: tree ? { view: 'tree' } : {} })]
}

function useFields(): readonly SearchField[] {
  const { t } = useTranslation()
  const language = useLanguage()
  const mayPackages = useMay('DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE')
  const packages = useApi('GET /api/v1/package', {}, { enabled: mayPackages }).data
  const { options, onSearch } = useParentOptions()
  return useMemo(
    () => [
      { kind: 'text', name: 'search', label: t('tenants.searchLabel'), placeholder: t('tenants.search') },
      {
        kind: 'multi',
        name: 'status',
        label: t('tenants.status'),
        options: statuses.map((value) => ({ value, label: t(`tenants.statuses.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'kind',
        label: t('tenants.kind'),
        options: kinds.map((value) => ({ value, label: t(`tenants.kinds.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'standing',
        label: t('tenants.standing'),
        options: standings.map((value) => ({ value, label: t(`tenants.standings.${value}`) })),
      },
      {
        kind: 'select',
        name: 'expiring',
        label: t('tenants.expiring'),
        options: expirings.map((value) => ({ value, label: t(`tenants.expirings.${value}`) })),
      },
      ...(mayPackages
        ? [
            {
              kind: 'select' as const,
              name: 'packageId',
              label: t('tenants.package'),
              options: (packages ?? []).map((one) => ({
                value: one.id,
                label: language === 'en' ? one.nameEn : one.nameZh,
              })),
            },
          ]
        : []),
      { kind: 'select', name: 'under', label: t('tenants.under'), options, onSearch },
      {
        kind: 'multi',
        name: 'delivery',
        label: t('tenants.delivery'),
        options: deliveries.map((value) => ({ value, label: t(`tenants.deliveries.${value}`) })),
      },
    ],
    [t, language, mayPackages, packages, options, onSearch],
  )
}
