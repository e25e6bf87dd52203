import { useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMay } from '../../lib/permissions.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { AskAssistant } from '../../ui/ask-assistant.tsx'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useCompanyField } from '../../ui/use-company-field.ts'
import { AboveDrawer } from './inherited-templates-drawer.tsx'
import { GatewaysDrawer } from './gateways-drawer.tsx'
import { SecretsDrawer } from './secrets-drawer.tsx'
import { TemplateActs } from './template-acts.tsx'
import { TemplateDrawer } from './template-drawer.tsx'
import { TemplateTroubles } from './template-troubles.tsx'
import { type ShownTemplate, templateList, type TemplateRow } from './template.ts'
import { VersionsDrawer } from './versions-drawer.tsx'

/** The desired configuration of gateways: of this company's, and from above of all below. */
export function TemplateList() {
  return useMay('DMS_SERVER_DEVICE_TEMPLATE_VIEW') ? <List /> : <NoPermissionState />
}

function List() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const [matching, setMatching] = useState<TemplateRow | null>(null)
  const columns = useColumns(several, setMatching)
  const [editing, setEditing] = useState<TemplateRow | 'new' | null>(null)
  const { template, inherited }: { template?: unknown; inherited?: unknown } = useSearch({ strict: false })
  const [shown, setShown] = useState<ShownTemplate | null>(() => fromAddress(template))
  const [secrets, setSecrets] = useState(false)
  const [above, setAbove] = useState(inherited !== undefined)
  const rowActions = useCallback(
    (row: TemplateRow) => (
      <TemplateActs template={row} onEdit={() => setEditing(row)} onShow={() => setShown(row)} />
    ),
    [],
  )
  const company = useCompanyField(several)
  const fields = useMemo<SearchField[]>(
    () => [
      {
        kind: 'text' as const,
        name: 'search',
        label: t('provisioning.name'),
        placeholder: t('provisioning.search'),
      },
      ...(several ? [company] : []),
    ],
    [t, several, company],
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
            <Permission codes={['DMS_SERVER_DEVICE_TEMPLATE_EDIT']}>
              <AskAssistant recipe="write_template" subject={null} />
            </Permission>
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
      <GatewaysDrawer template={matching} onClose={() => setMatching(null)} />
      <VersionsDrawer template={shown} onClose={() => setShown(null)} />
      <AboveDrawer open={above} onClose={() => setAbove(false)} />
      <SecretsDrawer open={secrets} onClose={() => setSecrets(false)} />
    </>
  )
}

/** A template that another page leads to. */
const fromAddress = (id: unknown): ShownTemplate | null =>
  /^[1-9]\d{0,17}$/.test(String(id)) ? { id: String(id), name: '' } : null

function useColumns(
  several: boolean,
  showGateways: (row: TemplateRow) => void,
): readonly ListColumn<TemplateRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('provisioning.name'),
        width: several ? 150 : 180,
        sortable: true,
        render: (row) => row.name,
      },
      {
        key: 'appliedVersion',
        title: t('provisioning.applied'),
        width: 112,
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
        // No room beside the companies.
        hidden: several,
        phone: 'value',
        render: ({ latestVersion: number }) => t('provisioning.version', { number }),
      },
      ...(several
        ? [
            {
              key: 'companyName',
              title: t('devices.company'),
              width: 136,
              phone: 'value' as const,
              render: (row: TemplateRow) => row.companyName,
            },
          ]
        : []),
      {
        key: 'matching',
        title: t('provisioning.matching.column'),
        width: 92,
        phone: 'value',
        render: (row) => <Matching row={row} onOpen={showGateways} />,
      },
      {
        key: 'regions',
        title: t('provisioning.regions'),
        width: 96,
        phone: 'value',
        render: ({ regions }) => (regions.length === 0 ? t('provisioning.any') : regions.join(', ')),
      },
      {
        key: 'changedAt',
        title: t('provisioning.changedAt'),
        width: 166,
        sortable: true,
        phone: 'value',
        render: (row) => format.dateTime(row.changedAt),
      },
    ],
    [t, format, several, showGateways],
  )
}

function Matching({ row, onOpen }: { row: TemplateRow; onOpen: (row: TemplateRow) => void }) {
  const { t } = useTranslation()
  const { matching: count, moreMatching, name } = row
  return (
    <Button
      type="link"
      size="small"
      className="provisioning-count"
      aria-label={t('provisioning.matching.open', { count, name })}
      onClick={() => onOpen(row)}
    >
      {moreMatching ? t('provisioning.matching.atLeast', { count }) : count}
    </Button>
  )
}
