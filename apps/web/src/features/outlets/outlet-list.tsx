import { UploadOutlined } from '@ant-design/icons'
import { useSearch } from '@tanstack/react-router'
import { healthBands } from '@netward/contract/outlet-health-values'
import { healths } from '@netward/contract/outlet-values'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { useCompanyField } from '../../ui/use-company-field.ts'
import { useOutletColumns } from './outlet-columns.tsx'
import { OutletDrawer } from './outlet-drawer.tsx'
import { OutletImport } from './outlet-import.tsx'
import { regionField } from './region-field.ts'
import { outletEvents, outletList, type OutletRow } from './outlet.ts'

export function OutletList() {
  return useMay('DMS_SERVER_OUTLET_VIEW') ? <List /> : <NoPermissionState />
}

function List() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const columns = useOutletColumns(several)
  const fields = useFields(several)
  const [editing, setEditing] = useState<OutletRow | 'new' | null>(null)
  const [importing, setImporting] = useState(false)
  const mayEdit = useMay('DMS_SERVER_OUTLET_EDIT')
  useLiveReads(outletList, outletEvents)
  const rowActions = useCallback(
    (row: OutletRow) => (
      <Button
        type="link"
        size="small"
        aria-label={`${t('outlets.edit')} ${row.name}`}
        onClick={() => setEditing(row)}
      >
        {t('outlets.edit')}
      </Button>
    ),
    [t],
  )
  const createButton = (
    <Permission codes={['DMS_SERVER_OUTLET_EDIT']}>
      <Button type="primary" onClick={() => setEditing('new')}>
        {t('outlets.create')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="outlets"
        title={t('shell.titles.outlets')}
        endpoint={outletList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        defaultSort="name"
        exportCsv={{ endpoint: 'POST /api/v1/outlet/export', label: t('outlets.exportLabel') }}
        {...(mayEdit && { rowActions, actionsWidth: 72 })}
        actions={
          <>
            <Permission codes={['DMS_SERVER_OUTLET_EDIT']}>
              <Button icon={<UploadOutlined />} onClick={() => setImporting(true)}>
                {t('outlets.importAction')}
              </Button>
            </Permission>
            {createButton}
          </>
        }
        empty={<EmptyState title={t('outlets.none')} hint={t('outlets.noneHint')} action={createButton} />}
      />
      <OutletDrawer
        outlet={editing === 'new' ? null : editing}
        open={editing !== null}
        onClose={() => setEditing(null)}
      />
      <OutletImport open={importing} onClose={() => setImporting(false)} />
    </>
  )
}

function useFields(withCompany: boolean): readonly SearchField[] {
  const { t } = useTranslation()
  const offered = useApi('GET /api/v1/outlet/values', {}, { keepPrevious: true }).data
  const company = useCompanyField(withCompany)
  const { region: chosen }: { region?: unknown } = useSearch({ strict: false })
  return useMemo(() => {
    return [
      { kind: 'text', name: 'search', label: t('outlets.searchLabel'), placeholder: t('outlets.search') },
      {
        kind: 'multi',
        name: 'health',
        label: t('outlets.healthLabel'),
        options: healths.map((value) => ({ value, label: t(`outlets.health.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'band',
        label: t('outlets.scoreLabel'),
        options: healthBands.map((value) => ({ value, label: t(`outlets.band.${value}`) })),
      },
      regionField(t, offered?.regions, chosen),
      ...(withCompany
        ? [company]
        : [
            {
              kind: 'select' as const,
              name: 'departmentId',
              label: t('outlets.department'),
              options: (offered?.departments ?? []).map(({ id, name }) => ({ value: id, label: name })),
            },
          ]),
    ]
  }, [t, offered, chosen, company, withCompany])
}
