import { PlusOutlined } from '@ant-design/icons'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useCompanyScope } from '../../../lib/use-company-scope.ts'
import { useLiveReads } from '../../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../../ui/list-page.tsx'
import type { SearchField } from '../../../ui/list-search-form.tsx'
import { Permission } from '../../../ui/permission.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { RowLink } from '../../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../../ui/states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { useCompanyField } from '../../../ui/use-company-field.ts'
import { WhyButton } from '../../../ui/why-button.tsx'
import { type Opening, openingList } from './opening.ts'
import { OpeningDrawer } from './opening-drawer.tsx'
import { OpeningProgress } from './opening-progress.tsx'

export function OpeningList() {
  return useMay('DMS_SERVER_WORK_ORDER') ? <List /> : <NoPermissionState />
}

/** Projects that open many sites: those that are late first. */
function List() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const company = useCompanyField(several)
  const columns = useColumns(several)
  const [adding, setAdding] = useState(false)
  useLiveReads(openingList, ['opening.changed'])
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('openings.searchLabel'),
        placeholder: t('openings.search'),
      },
      {
        kind: 'select',
        name: 'standing',
        label: t('openings.standing'),
        options: (['running', 'over'] as const).map((value) => ({
          value,
          label: t(`openings.standings.${value}`),
        })),
      },
      ...(several ? [company] : []),
    ],
    [t, several, company],
  )
  const add = (
    <Permission codes={['DMS_SERVER_WORK_ORDER_EDIT']}>
      <WhyButton
        type="primary"
        icon={<PlusOutlined />}
        reason={several ? t('openings.inCompany') : null}
        onClick={() => setAdding(true)}
      >
        {t('openings.add')}
      </WhyButton>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="openings"
        title={t('shell.titles.openings')}
        endpoint={openingList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        defaultSort="nextOn"
        actions={add}
        empty={<EmptyState title={t('openings.none')} hint={t('openings.noneHint')} action={add} />}
      />
      <OpeningDrawer opening={null} open={adding} onClose={() => setAdding(false)} />
    </>
  )
}

function useColumns(withCompany: boolean): readonly ListColumn<Opening>[] {
  const { t } = useTranslation()
  return useMemo(
    (): readonly ListColumn<Opening>[] => [
      {
        key: 'name',
        title: t('openings.name'),
        width: 240,
        render: ({ id, name }) => <RowLink to={paths.opening(id)}>{name}</RowLink>,
      },
      ...(withCompany
        ? [
            {
              key: 'companyName',
              title: t('openings.company'),
              width: 150,
              phone: 'value' as const,
              render: ({ companyName }: Opening) => companyName,
            },
          ]
        : []),
      {
        key: 'progress',
        title: t('openings.progress'),
        width: 260,
        phone: 'value',
        render: (opening) => <OpeningProgress opening={opening} />,
      },
      {
        key: 'late',
        title: t('openings.late'),
        width: 120,
        phone: 'status',
        render: ({ late }) =>
          late === 0 ? '—' : <StatusTag tone="bad">{t('openings.lateOf', { count: late })}</StatusTag>,
      },
      {
        key: 'nextOn',
        title: t('openings.nextOn'),
        width: 140,
        sortable: true,
        phone: 'value',
        render: ({ nextOn }) => nextOn ?? '—',
      },
      {
        key: 'orders',
        title: t('openings.orders'),
        width: 120,
        render: ({ orders, sites }) => t('openings.sitesOf', { done: orders, all: sites }),
      },
      {
        key: 'createdAt',
        title: t('openings.createdAt'),
        width: 140,
        sortable: true,
        render: ({ createdAt }) => <RelativeTime at={createdAt} />,
      },
      {
        key: 'createdBy',
        title: t('openings.createdBy'),
        width: 120,
        hidden: true,
        render: ({ createdBy }) => createdBy,
      },
    ],
    [t, withCompany],
  )
}
