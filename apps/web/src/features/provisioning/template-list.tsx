import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMay } from '../../lib/permissions.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import { Permission } from '../../ui/permission.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { AboveDrawer } from './above-drawer.tsx'
import { SecretsDrawer } from './secrets-drawer.tsx'
import { TemplateActs } from './template-acts.tsx'
import { TemplateDrawer } from './template-drawer.tsx'
import { TemplateTroubles } from './template-troubles.tsx'
import { templateList, type TemplateRow } from './template.ts'
import { VersionsDrawer } from './versions-drawer.tsx'

/** What gateways of this company are to be like. */
export function TemplateList() {
  return useMay('DMS_SERVER_DEVICE_TEMPLATE_VIEW') ? <List /> : <NoPermissionState />
}

function List() {
  const { t } = useTranslation()
  const columns = useColumns()
  const [editing, setEditing] = useState<TemplateRow | 'new' | null>(null)
  const [shown, setShown] = useState<TemplateRow | null>(null)
  const [secrets, setSecrets] = useState(false)
  const [above, setAbove] = useState(false)
  const rowActions = useCallback(
    (row: TemplateRow) => (
      <TemplateActs template={row} onEdit={() => setEditing(row)} onShow={() => setShown(row)} />
    ),
    [],
  )
  const fields = useMemo(
    () => [
      {
        kind: 'text' as const,
        name: 'search',
        label: t('provisioning.name'),
        placeholder: t('provisioning.search'),
      },
    ],
    [t],
  )
  const createButton = (
    <Permission codes={['DMS_SERVER_DEVICE_TEMPLATE_EDIT']}>
      <Button type="primary" onClick={() => setEditing('new')}>
        {t('provisioning.create')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="templates"
        title={t('shell.titles.templates')}
        endpoint={templateList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        defaultSort="name"
        rowActions={rowActions}
        actionsWidth={260}
        actions={
          <>
            <Button onClick={() => setAbove(true)}>{t('provisioning.above.action')}</Button>
            <Button onClick={() => setSecrets(true)}>{t('provisioning.secrets.action')}</Button>
            {createButton}
          </>
        }
        summary={<TemplateTroubles />}
        empty={
          <EmptyState
            title={t('provisioning.none')}
            hint={t('provisioning.noneHint')}
            action={createButton}
          />
        }
      />
      <TemplateDrawer
        template={editing === 'new' ? null : editing}
        open={editing !== null}
        onClose={() => setEditing(null)}
      />
      <VersionsDrawer template={shown} onClose={() => setShown(null)} />
      <AboveDrawer open={above} onClose={() => setAbove(false)} />
      <SecretsDrawer open={secrets} onClose={() => setSecrets(false)} />
    </>
  )
}

function useColumns(): readonly ListColumn<TemplateRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    () => [
      { key: 'name', title: t('provisioning.name'), width: 200, sortable: true, render: (row) => row.name },
      {
        key: 'appliedVersion',
        title: t('provisioning.applied'),
        width: 120,
        phone: 'value',
        render: ({ appliedVersion: number }) =>
          number === null ? (
            <StatusTag tone="off">{t('provisioning.notApplied')}</StatusTag>
          ) : (
            <StatusTag tone="ok">{t('provisioning.version', { number })}</StatusTag>
          ),
      },
      {
        key: 'latestVersion',
        title: t('provisioning.latest'),
        width: 96,
        phone: 'value',
        render: ({ latestVersion: number }) => t('provisioning.version', { number }),
      },
      {
        key: 'regions',
        title: t('provisioning.regions'),
        width: 150,
        phone: 'value',
        render: ({ regions }) => (regions.length === 0 ? t('provisioning.any') : regions.join(', ')),
      },
      {
        key: 'changedAt',
        title: t('provisioning.changedAt'),
        width: 170,
        sortable: true,
        phone: 'value',
        render: (row) => format.dateTime(row.changedAt),
      },
    ],
    [t, format],
  )
}
