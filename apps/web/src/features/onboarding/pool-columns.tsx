import { Tooltip } from 'antd'
import type { EndpointOutput } from '@netward/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import type { ListColumn } from '../../ui/list-page.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { countdown } from '../../lib/countdown.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useNow } from '../../lib/use-now.ts'

export type PoolEntry = EndpointOutput<'POST /api/v1/device/pool/lists'>['items'][number]

/** Two gateways with one identity cannot be claimed; an open claim need not be repeated. */
export function claimable(entry: PoolEntry): boolean {
  return (
    !entry.duplicate &&
    entry.claimAskedAt === null &&
    (entry.claimOpenUntil === null || Date.parse(entry.claimOpenUntil) <= Date.now())
  )
}

export function usePoolColumns(): readonly ListColumn<PoolEntry>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    () => [
      {
        key: 'serialNumber',
        title: t('devices.serialNumber'),
        width: 200,
        render: (row) => <CopyText text={row.serialNumber} />,
      },
      {
        key: 'state',
        title: t('devices.pool.state'),
        width: 220,
        phone: 'status',
        render: (row) => <ClaimState entry={row} />,
      },
      {
        key: 'manufacturer',
        title: t('devices.manufacturer'),
        width: 150,
        phone: 'value',
        render: (row) => row.manufacturer,
      },
      {
        key: 'oui',
        title: t('devices.oui'),
        width: 92,
        render: (row) => <span className="mono">{row.oui}</span>,
      },
      {
        key: 'productClass',
        title: t('devices.productClass'),
        width: 130,
        render: (row) => row.productClass || '—',
      },
      {
        key: 'remoteAddress',
        phone: 'value',
        title: t('devices.pool.remoteAddress'),
        width: 140,
        render: (row) =>
          row.remoteAddress === null ? (
            <span className="device-quiet">{t('devices.pool.addressHidden')}</span>
          ) : (
            <span className="mono">{row.remoteAddress}</span>
          ),
      },
      {
        key: 'seenBy',
        title: t('devices.pool.seenByLabel'),
        width: 220,
        render: (row) => t(`devices.pool.seenBy.${row.seenBy}`),
      },
      {
        key: 'lastSeenAt',
        phone: 'value',
        title: t('devices.pool.lastSeenAt'),
        width: 120,
        render: (row) => <RelativeTime at={row.lastSeenAt} />,
      },
      {
        key: 'informs',
        title: t('devices.pool.informs'),
        width: 92,
        align: 'right',
        render: (row) => format.number(row.informs),
      },
      {
        key: 'firstSeenAt',
        title: t('devices.pool.firstSeenAt'),
        width: 120,
        hidden: true,
        render: (row) => <RelativeTime at={row.firstSeenAt} />,
      },
    ],
    [t, format],
  )
}

function ClaimState({ entry }: { entry: PoolEntry }) {
  const { t } = useTranslation()
  if (entry.duplicate) {
    return (
      <Tooltip title={t('devices.pool.duplicateHint')}>
        <span>
          <StatusTag tone="warn">{t('devices.pool.duplicate')}</StatusTag>
          <span className="visually-hidden">{t('devices.pool.duplicateHint')}</span>
        </span>
      </Tooltip>
    )
  }
  if (entry.claimAskedAt !== null) {
    return (
      <Tooltip title={t('devices.pool.askedHint')}>
        <span>
          <StatusTag tone="waiting">{t('devices.pool.asked')}</StatusTag>
          <span className="visually-hidden">{t('devices.pool.askedHint')}</span>
        </span>
      </Tooltip>
    )
  }
  if (entry.claimOpenUntil === null) return <StatusTag tone="waiting">{t('devices.pool.waiting')}</StatusTag>
  return <OpenClaim until={entry.claimOpenUntil} />
}

/** A claim that waits for its gateway, and its expiry. */
export function OpenClaim({ until }: { until: string }) {
  const { t } = useTranslation()
  const now = useNow(1000)
  return Date.parse(until) > now ? (
    <StatusTag tone="busy">{t('devices.pool.open', { time: countdown(until, now) })}</StatusTag>
  ) : (
    <StatusTag tone="off">{t('devices.pool.expired')}</StatusTag>
  )
}
