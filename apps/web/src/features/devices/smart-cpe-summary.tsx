import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { parseSearch, stringifySearch } from '../../lib/search.ts'
import { useApi } from '../../lib/use-api.ts'
import type { DeviceRow } from '../../lib/device-row.ts'

const guarded: readonly DeviceRow['guard'][] = ['quarantined', 'duplicate']
const listOwn = new Set(['page', 'pageSize', 'sort'])

/** The filters of an address, normalised. */
function filtersOf(search: string): string {
  const parsed = Object.entries(parseSearch(search)).filter(([name]) => !listOwn.has(name))
  return JSON.stringify(parsed.toSorted(([a], [b]) => a.localeCompare(b)))
}

/** The number of devices of each kind; each links to its list. */
export function SmartCpeSummary() {
  const { t } = useTranslation()
  const summary = useApi('GET /api/v1/device/summary', {}, { keepPrevious: true }).data
  const total =
    summary === undefined ? undefined : summary.online + summary.overdue + summary.offline + summary.unknown
  return (
    <nav className="device-summary" aria-label={t('devices.overview')}>
      <Chip label={t('common.all')} count={total} search={{}} />
      <Chip
        kind="online"
        label={t('devices.presence.online')}
        count={summary?.online}
        search={{ presence: 'online' }}
      />
      <Chip
        kind="overdue"
        label={t('devices.presence.overdue')}
        count={summary?.overdue}
        search={{ presence: 'overdue' }}
      />
      <Chip
        kind="offline"
        label={t('devices.presence.offline')}
        count={summary?.offline}
        search={{ presence: 'offline' }}
      />
      <Chip
        kind="unknown"
        label={t('devices.presence.unknown')}
        count={summary?.unknown}
        search={{ presence: 'unknown' }}
      />
      <Chip
        kind="guarded"
        label={t('devices.guardedCount')}
        count={summary?.guarded}
        search={{ guard: guarded }}
      />
    </nav>
  )
}

function Chip(props: {
  label: ReactNode
  count: number | undefined
  search: Readonly<Record<string, string | readonly string[]>>
  kind?: 'online' | 'overdue' | 'offline' | 'unknown' | 'guarded'
}) {
  const format = useFormat()
  const current = useLocation({ select: (location) => location.searchStr })
  const { label, count, search, kind } = props
  const active = filtersOf(current) === filtersOf(stringifySearch(search))
  return (
    <Link
      className="device-chip"
      to={paths.smartCpeList}
      search={search}
      activeOptions={{ exact: true }}
      {...(active && { 'aria-current': 'true' as const })}
      data-active={active}
    >
      {kind !== undefined && <span className={`device-dot device-dot-${kind}`} aria-hidden="true" />}
      <span>{label}</span>
      <strong>{count === undefined ? '…' : format.number(count)}</strong>
    </Link>
  )
}
