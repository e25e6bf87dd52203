import { UploadOutlined } from '@ant-design/icons'
import { isps, lineTypes } from '@netward/contract/outlet-values'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { useCompanyField } from '../../ui/use-company-field.ts'
import { useDrawer } from '../../ui/use-drawer.ts'
import { LineActs } from './line-acts.tsx'
import { LineChartsDrawer } from './line-charts.tsx'
import { useLineColumns } from './line-columns.tsx'
import { LineDrawer } from './line-drawer.tsx'
import { LineImport } from './outlet-import.tsx'
import { lineList, type LineRow, outletEvents } from './outlet.ts'

/** Internet lines of all outlets. */
export function LineList() {
  return useMay('DMS_SERVER_OUTLET_VIEW') ? <List /> : <NoPermissionState />
}

function List() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const columns = useLineColumns(several)
  const fields = useFields(several)
  const [editing, setEditing] = useState<LineRow | 'new' | null>(null)
  const [importing, setImporting] = useState(false)
  const mayEdit = useMay('DMS_SERVER_OUTLET_EDIT')
  useLiveReads(lineList, outletEvents)
  const { show, close, ...charts } = useDrawer<LineRow>()
  const rowActions = useCallback(
    (row: LineRow) => (
      <LineActs line={row} onCharts={() => show(row)} onEdit={mayEdit ? () => setEditing(row) : null} />
    ),
    [show, mayEdit],
  )
  const createButton = (
    <Permission codes={['DMS_SERVER_OUTLET_EDIT']}>
      <Button type="primary" onClick={() => setEditing('new')}>
        {t('outlets.line.create')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="lines"
        title={t('shell.titles.internetLines')}
        endpoint={lineList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        defaultSort="name"
        exportCsv={{ endpoint: 'POST /api/v1/outlet/line/export', label: t('outlets.line.exportLabel') }}
        rowActions={rowActions}
        actionsWidth={mayEdit ? 168 : 72}
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
        empty={
          <EmptyState title={t('outlets.noLines')} hint={t('outlets.noLinesHint')} action={createButton} />
        }
      />
      <LineDrawer
        line={editing === 'new' ? null : editing}
        open={editing !== null}
        onClose={() => setEditing(null)}
      />
      <LineChartsDrawer line={charts.about} open={charts.open} onClose={close} />
      <LineImport open={importing} onClose={() => setImporting(false)} />
    </>
  )
}

function useFields(withCompany: boolean): readonly SearchField[] {
  const { t } = useTranslation()
  const company = useCompanyField(withCompany)
  return useMemo(
    () => [
      {
        kind: 'text',
        name: 'search',
        label: t('outlets.searchLabel'),
        placeholder: t('outlets.line.search'),
      },
      {
        kind: 'multi',
        name: 'isp',
        label: t('outlets.line.isp'),
        options: isps.map((value) => ({ value, label: t(`outlets.isps.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'type',
        label: t('outlets.line.type'),
        options: lineTypes.map((value) => ({ value, label: t(`outlets.lineTypes.${value}`) })),
      },
      ...(withCompany ? [company] : []),
    ],
    [t, company, withCompany],
  )
}
