import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import type { ListColumn } from '../../ui/list-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { Due } from './due.tsx'
import { useCustomColumns } from './fields/use-custom-list.ts'
import type { OrderRow } from './order.ts'
import { OrderState } from './order-state.tsx'
import { Priority } from './priority.tsx'

const dash = '—'

export function useOrderColumns(withCompany: boolean): readonly ListColumn<OrderRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const custom = useCustomColumns()
  return useMemo((): readonly ListColumn<OrderRow>[] => {
    const moment = (key: 'respondDue' | 'resolveDue' | 'resolvedAt'): ListColumn<OrderRow> => ({
      key,
      title: t(`orders.${key}`),
      width: 160,
      hidden: true,
      ...(key === 'resolveDue' && { sortable: true }),
      render: (row) => (row[key] === null ? dash : format.dateTime(row[key])),
    })
    return [
      {
        key: 'title',
        title: t('orders.title'),
        width: 260,
        render: ({ id, number, title }) => (
          <RowLink to={paths.order(id)} title={title}>
            #{number} {title}
          </RowLink>
        ),
      },
      {
        key: 'priority',
        title: t('orders.priority'),
        width: 90,
        sortable: true,
        phone: 'value',
        render: ({ priority }) => <Priority priority={priority} />,
      },
      {
        key: 'state',
        title: t('orders.state'),
        width: 130,
        phone: 'status',
        render: ({ state }) => <OrderState state={state} />,
      },
      {
        key: 'due',
        title: t('orders.due'),
        width: 190,
        phone: 'long',
        render: (row) => <Due order={row} />,
      },
      {
        key: 'assignee',
        title: t('orders.assignee'),
        width: 110,
        phone: 'value',
        render: ({ assigneeName, pooled }) =>
          assigneeName ?? (
            <span className="quiet">{t(pooled ? 'fieldWork.pooled' : 'orders.unassigned')}</span>
          ),
      },
      {
        key: 'outlet',
        title: t('orders.outlet'),
        width: 140,
        phone: 'value',
        render: ({ outletName }) => outletName ?? dash,
      },
      {
        key: 'subject',
        title: t('orders.subject'),
        width: 150,
        render: ({ subjectName }) => subjectName || dash,
      },
      ...(withCompany
        ? [
            {
              key: 'companyName',
              title: t('orders.company'),
              width: 140,
              phone: 'value' as const,
              render: (row: OrderRow) => row.companyName,
            },
          ]
        : []),
      { key: 'type', title: t('orders.type'), width: 110, render: ({ type }) => t(`orders.types.${type}`) },
      {
        key: 'createdAt',
        title: t('orders.createdAt'),
        width: 130,
        sortable: true,
        render: ({ createdAt }) => <RelativeTime at={createdAt} />,
      },
      {
        key: 'createdBy',
        title: t('orders.createdBy'),
        width: 110,
        hidden: true,
        render: (row) => row.createdBy || t('orders.byItself'),
      },
      {
        key: 'category',
        title: t('orders.category'),
        width: 120,
        hidden: true,
        render: ({ category }) => t(`orders.categories.${category}`),
      },
      {
        key: 'tags',
        title: t('orders.tags'),
        width: 140,
        hidden: true,
        render: ({ tags }) => tags.join(', ') || dash,
      },
      {
        key: 'score',
        title: t('fieldWork.rating'),
        width: 90,
        hidden: true,
        render: ({ score }) => (score === null ? dash : `${score} / 5`),
      },
      moment('respondDue'),
      moment('resolveDue'),
      moment('resolvedAt'),
      ...custom,
    ]
  }, [t, format, withCompany, custom])
}
