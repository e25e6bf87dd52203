import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormat } from '../lib/format.ts'
import { parseSearch, stringifySearch } from '../lib/search.ts'

const listOwn = new Set(['page', 'pageSize', 'sort'])

/** The filters of an address, normalised. */
function filtersOf(search: string): string {
  const parsed = Object.entries(parseSearch(search)).filter(([name]) => !listOwn.has(name))
  return JSON.stringify(parsed.toSorted(([a], [b]) => a.localeCompare(b)))
}

/** A count above a list: it links to the list with its filter. */
export function SummaryChip(props: {
  to: string
  label: ReactNode
  /** Undefined while it is read; a text is shown as it is. */
  count: number | string | undefined
  search: Readonly<Record<string, string | readonly string[]>>
  kind?: 'online' | 'overdue' | 'offline' | 'unknown' | 'guarded'
}) {
  const format = useFormat()
  const current = useLocation({ select: (location) => location.searchStr })
  const pathname = useLocation({ select: (location) => location.pathname })
  const { to, label, count, search, kind } = props
  // On another page, such as the workbench, no filter of the list is chosen.
  const active = pathname === to && filtersOf(current) === filtersOf(stringifySearch(search))
  return (
    <Link
      className="device-chip"
      to={to}
      search={search}
      activeOptions={{ exact: true }}
      {...(active && { 'aria-current': 'true' as const })}
      data-active={active}
    >
      {kind !== undefined && <span className={`device-dot device-dot-${kind}`} aria-hidden="true" />}
      <span>{label}</span>
      <strong>{count === undefined ? '…' : typeof count === 'string' ? count : format.number(count)}</strong>
    </Link>
  )
}
