import { partCategories } from '@netward/contract/part-values'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { sharedStockList, type SharedStockRow } from './sharing.ts'

export function SharedStock() {
  return useMay('DMS_SERVER_PART') ? <List /> : <NoPermissionState />
}

/** Parts of other companies, as far as their keys show them. */
function List() {
  const { t } = useTranslation()
  const columns = useColumns()
  useLiveReads(sharedStockList, ['sharing.changed', 'part.changed'])
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('sharing.searchLabel'),
        placeholder: t('sharing.stockSearch'),
      },
      {
        kind: 'select',
        name: 'category',
        label: t('parts.category'),
        options: partCategories.map((value) => ({ value, label: t(`parts.categories.${value}`) })),
      },
      {
        kind: 'select',
        name: 'usable',
        label: t('sharing.mode'),
        options: [{ value: 'yes', label: t('sharing.usableOnly') }],
      },
    ],
    [t],
  )
  return (
    <ListPage
      name="sharedStock"
      title={t('shell.titles.sharedStock')}
      endpoint={sharedStockList}
      columns={columns}
      fields={fields}
      rowKey={({ redemptionId, ref }) => `${redemptionId} ${ref}`}
      rowName={({ model, companyName }) => model ?? companyName}
      defaultSort="company"
      empty={
        <EmptyState
          title={t('sharing.stockNone')}
          hint={t('sharing.stockNoneHint')}
          action={
            <Permission codes={['DMS_SERVER_SHARING']}>
              <RowLink to={paths.sharingRedeemed}>{t('sharing.redeem')}</RowLink>
            </Permission>
          }
        />
      }
    />
  )
}

function useColumns(): readonly ListColumn<SharedStockRow>[] {
  const { t } = useTranslation()
  return useMemo((): readonly ListColumn<SharedStockRow>[] => {
    const hidden = <span className="quiet">{t('sharing.hidden')}</span>
    return [
      {
        key: 'model',
        title: t('parts.model'),
        width: 220,
        render: ({ model, category }) => model ?? t(`parts.categories.${category}`),
      },
      {
        key: 'company',
        title: t('orders.company'),
        width: 180,
        sortable: true,
        phone: 'value',
        render: ({ companyName }) => t('sharing.origin', { company: companyName }),
      },
      {
        key: 'available',
        title: t('sharing.available'),
        width: 120,
        phone: 'status',
        render: ({ available, anyLeft }) => (
          <StatusTag tone={anyLeft ? 'ok' : 'off'}>
            {available ?? t(anyLeft ? 'sharing.some' : 'sharing.soldOut')}
          </StatusTag>
        ),
      },
      {
        key: 'warehouse',
        title: t('parts.warehouse'),
        width: 160,
        phone: 'value',
        render: ({ warehouseName }) => warehouseName ?? hidden,
      },
      { key: 'address', title: t('parts.address'), width: 220, render: ({ address }) => address ?? hidden },
      {
        key: 'mode',
        title: t('sharing.mode'),
        width: 120,
        render: ({ usable }) => t(usable ? 'sharing.modes.use' : 'sharing.modes.read'),
      },
    ]
  }, [t])
}
