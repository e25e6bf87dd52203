import { assignmentStates } from '@netward/contract/sharing-values'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { AssignmentTag } from './key-state.tsx'
import { assignmentList, type AssignmentRow } from './sharing.ts'

export function AssignmentList() {
  return useMay('DMS_SERVER_WORK_ORDER') ? <List /> : <NoPermissionState />
}

/** Orders of other companies that the company's engineers carry out. */
function List() {
  const { t } = useTranslation()
  const columns = useColumns()
  useLiveReads(assignmentList, ['sharing.changed'])
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('sharing.searchLabel'),
        placeholder: t('sharing.assignmentSearch'),
      },
      {
        kind: 'select',
        name: 'state',
        label: t('sharing.assignmentState'),
        options: assignmentStates.map((value) => ({ value, label: t(`sharing.assignmentStates.${value}`) })),
      },
      {
        kind: 'select',
        name: 'whose',
        label: t('sharing.whose'),
        options: [{ value: 'mine', label: t('sharing.mine') }],
      },
    ],
    [t],
  )
  return (
    <ListPage
      name="sharedOrders"
      title={t('shell.titles.sharedOrders')}
      endpoint={assignmentList}
      columns={columns}
      fields={fields}
      rowKey={({ id }) => id}
      rowName={({ title }) => title}
      defaultSort="-dispatchedAt"
      empty={
        <EmptyState
          title={t('sharing.assignmentsNone')}
          hint={t('sharing.assignmentsNoneHint')}
          action={
            <Permission codes={['DMS_SERVER_SHARING']}>
              <RowLink to={paths.sharing}>{t('shell.titles.sharing')}</RowLink>
            </Permission>
          }
        />
      }
    />
  )
}

function useColumns(): readonly ListColumn<AssignmentRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    (): readonly ListColumn<AssignmentRow>[] => [
      {
        key: 'title',
        title: t('sharing.order'),
        width: 280,
        render: ({ id, orderNumber, title, priority }) => (
          <>
            <RowLink to={paths.sharedOrder(id)} title={title}>
              #{orderNumber} {title}
            </RowLink>{' '}
            <span className="quiet">P{priority}</span>
          </>
        ),
      },
      {
        key: 'state',
        title: t('sharing.assignmentState'),
        width: 120,
        phone: 'status',
        render: ({ state }) => <AssignmentTag state={state} />,
      },
      {
        key: 'company',
        title: t('sharing.customer'),
        width: 160,
        phone: 'value',
        render: ({ companyName }) => companyName,
      },
      {
        key: 'outlet',
        title: t('sharing.place'),
        width: 160,
        phone: 'value',
        render: ({ outletName }) => outletName || '—',
      },
      {
        key: 'engineer',
        title: t('sharing.engineerName'),
        width: 130,
        phone: 'value',
        render: ({ engineerName }) => engineerName,
      },
      {
        key: 'appointment',
        title: t('sharing.appointment'),
        width: 170,
        render: ({ visitStartsAt }) => (visitStartsAt === null ? '—' : format.dateTime(visitStartsAt)),
      },
      {
        key: 'dispatchedAt',
        title: t('sharing.dispatchedAt'),
        width: 170,
        sortable: true,
        render: ({ dispatchedAt }) => format.dateTime(dispatchedAt),
      },
    ],
    [t, format],
  )
}
