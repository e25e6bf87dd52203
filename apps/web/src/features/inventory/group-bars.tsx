import { Link, useLocation } from '@tanstack/react-router'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { parseSearch } from '../../lib/search.ts'
import { useApi } from '../../lib/use-api.ts'
import { readListState } from '../../ui/list-state.ts'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { EmptyState, PendingState } from '../../ui/states.tsx'

const dimensions = ['brand', 'modelName', 'softwareVersion'] as const
type Dimension = (typeof dimensions)[number]

/** What there is most of, under the list's filters. A bar filters the list by its value, and a second click ends that. */
export function GroupBars({ fields }: { fields: readonly SearchField[] }) {
  const { t } = useTranslation()
  const [by, setBy] = useState<Dimension>('modelName')
  const searchStr = useLocation({ select: (location) => location.searchStr })
  const { filters } = readListState(parseSearch(searchStr), fields, [], { pageSize: 50, sort: undefined })
  const read = useApi('POST /monitor/api/v1/inventory/groups', { ...filters, by }, { keepPrevious: true })
  return (
    <section className="inventory-groups" aria-label={t('inventory.groups')}>
      <Segmented<Dimension>
        aria-label={t('inventory.groupBy')}
        value={by}
        onChange={setBy}
        options={dimensions.map((value) => ({ value, label: t(`inventory.by.${value}`) }))}
      />
      {read.data === undefined ? (
        <PendingState read={read} rows={3} />
      ) : read.data.groups.length === 0 ? (
        <EmptyState />
      ) : (
        <ul>
          {read.data.groups.map(({ value, count }) => (
            <Bar key={value} by={by} value={value} count={count} total={read.data.total} filters={filters} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Bar(props: {
  by: Dimension
  value: string
  count: number
  total: number
  filters: Readonly<Record<string, string | readonly string[]>>
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { by, value, count, total, filters } = props
  const share = total === 0 ? 0 : count / total
  const { [by]: chosen, ...others } = filters
  const active = chosen === value || (Array.isArray(chosen) && chosen.length === 1 && chosen[0] === value)
  const content = (
    <>
      <span className="inventory-group-name">{value || t('inventory.unknown')}</span>
      <span className="inventory-group-track" aria-hidden="true">
        <i style={{ width: `${Math.max(0.5, 100 * share)}%` }} />
      </span>
      <span className="inventory-group-count">
        {t('inventory.share', { share: percentOf(share), count: format.number(count) })}
      </span>
    </>
  )
  return (
    <li>
      {value === '' ? (
        // No filter finds what is not known.
        <span className="inventory-group">{content}</span>
      ) : (
        <Link
          className="inventory-group"
          to={paths.inventory}
          search={active ? others : { ...others, [by]: value }}
          data-active={active}
          aria-current={active ? 'true' : undefined}
        >
          {content}
        </Link>
      )}
    </li>
  )
}

/** One digit behind the point where a whole number says little. */
function percentOf(share: number): string {
  const percent = 100 * share
  return `${percent < 10 ? Math.round(10 * percent) / 10 : Math.round(percent)}%`
}
