import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { ProductIcon } from '../../ui/product-icon.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { ActivateDrawer } from './activate-drawer.tsx'
import { type Application, applicationsEndpoint, stateTones, useProductName } from './application.ts'
import { ApplicationDrawer } from './application-drawer.tsx'

const shownStates = ['activating', 'normal', 'maintenance', 'abnormal', 'deactivated'] as const

/** The applications of the current company. */
export function ApplicationList() {
  const { t } = useTranslation()
  const [openedId, setOpenedId] = useState<string | null>(null)
  const [activating, setActivating] = useState(false)
  const columns = useColumns(setOpenedId)
  const fields = useMemo<SearchField[]>(
    () => [
      {
        kind: 'text',
        name: 'search',
        label: t('applications.searchLabel'),
        placeholder: t('applications.search'),
      },
      {
        kind: 'multi',
        name: 'state',
        label: t('applications.state'),
        options: shownStates.map((value) => ({ value, label: t(`applications.states.${value}`) })),
      },
    ],
    [t],
  )
  useLiveReads(applicationsEndpoint, ['application.changed'])
  const createButton = (
    <Permission codes={['DMS_SERVER_SYSTEM_SETTING_APPLICATION_ACTIVATE']}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setActivating(true)}>
        {t('applications.activate')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="applications"
        title={t('shell.titles.applicationManagement')}
        endpoint={applicationsEndpoint}
        columns={columns}
        fields={fields}
        defaultSort="-createdAt"
        rowKey={({ id }) => id}
        rowName={({ displayName }) => displayName}
        actions={createButton}
        empty={
          <EmptyState
            title={t('applications.none')}
            hint={t('applications.noneHint')}
            action={createButton}
          />
        }
      />
      <ActivateDrawer open={activating} onClose={() => setActivating(false)} onActivated={setOpenedId} />
      <ApplicationDrawer applicationId={openedId} onClose={() => setOpenedId(null)} />
    </>
  )
}

function useColumns(open: (id: string) => void): readonly ListColumn<Application>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const productName = useProductName()
  const name = useCallback(
    (row: Application) => (
      <span className="product-named">
        <ProductIcon code={row.productCode} url={row.iconUrl} />
        <button
          type="button"
          aria-label={t('applications.open', { name: row.displayName })}
          onClick={() => open(row.id)}
        >
          {row.displayName}
        </button>
      </span>
    ),
    [t, open],
  )
  return useMemo(
    () => [
      { key: 'displayName', title: t('applications.name'), width: 220, sortable: true, render: name },
      {
        key: 'state',
        title: t('applications.state'),
        width: 160,
        phone: 'status',
        render: ({ state, stateAuthor }) => (
          <span className="application-state">
            <StatusTag tone={stateTones[state]}>{t(`applications.states.${state}`)}</StatusTag>{' '}
            {stateAuthor !== null && (
              <small className="quiet">{t(`common.levels.${stateAuthor.level}`)}</small>
            )}
          </span>
        ),
      },
      { key: 'product', title: t('applications.product'), width: 170, phone: 'value', render: productName },
      {
        key: 'appId',
        title: t('applications.appId'),
        width: 230,
        phone: 'value',
        render: (row) => <CopyText text={row.appId} />,
      },
      {
        key: 'lastUsedAt',
        title: t('applications.lastUsedAt'),
        width: 170,
        render: (row) =>
          row.lastUsedAt === null ? t('applications.neverUsed') : format.dateTime(row.lastUsedAt),
      },
      {
        key: 'createdAt',
        title: t('applications.createdAt'),
        width: 170,
        sortable: true,
        render: (row) => format.dateTime(row.createdAt),
      },
    ],
    [t, format, name, productName],
  )
}
