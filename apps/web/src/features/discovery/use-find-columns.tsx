import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import type { ListColumn } from '../../ui/list-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { findTones, type FindRow } from './discovery.ts'

const dash = '—'

export function useFindColumns(): readonly ListColumn<FindRow>[] {
  const { t } = useTranslation()
  return useMemo(
    (): readonly ListColumn<FindRow>[] => [
      {
        key: 'address',
        title: t('equipment.ipAddress'),
        width: 140,
        sortable: true,
        mono: true,
        render: (row) => row.address,
      },
      {
        key: 'state',
        title: t('discovery.state'),
        width: 110,
        phone: 'status',
        render: (row) => (
          <StatusTag tone={findTones[row.state]}>{t(`discovery.findStates.${row.state}`)}</StatusTag>
        ),
      },
      {
        key: 'device',
        title: t('discovery.device'),
        width: 190,
        phone: 'value',
        render: (row) => (
          <>
            {row.deviceId !== null && (
              <RowLink to={paths.equipment(row.deviceId)}>{row.deviceName ?? ''}</RowLink>
            )}
            {row.claims.map(({ because, name, deviceId, findId }) => (
              <small key={`${deviceId} ${findId}`}>{t(`discovery.because.${because}`, { name })}</small>
            ))}
            {row.deviceId === null && row.claims.length === 0 && dash}
          </>
        ),
      },
      {
        key: 'name',
        title: t('discovery.deviceName'),
        width: 170,
        sortable: true,
        phone: 'value',
        render: (row) => row.name || dash,
      },
      {
        key: 'type',
        title: t('equipment.type'),
        width: 100,
        phone: 'value',
        render: (row) => t(`equipment.types.${row.type}`),
      },
      {
        key: 'vendor',
        title: t('equipment.brand'),
        width: 110,
        sortable: true,
        render: (row) => row.vendor || dash,
      },
      {
        key: 'model',
        title: t('equipment.modelName'),
        width: 150,
        sortable: true,
        phone: 'value',
        render: (row) => row.model || dash,
      },
      {
        key: 'version',
        title: t('equipment.softwareVersion'),
        width: 150,
        mono: true,
        render: (row) => row.version || dash,
      },
      {
        key: 'serialNumber',
        title: t('equipment.serialNumber'),
        width: 150,
        mono: true,
        render: (row) => row.serialNumber || dash,
      },
      {
        key: 'mac',
        title: t('equipment.macAddress'),
        width: 150,
        mono: true,
        render: (row) => <span title={row.macVendor}>{row.mac ?? dash}</span>,
      },
      {
        key: 'credential',
        title: t('equipment.credential'),
        width: 130,
        render: (row) => row.credentialName ?? t(`discovery.answers.${row.answers}`),
      },
      {
        key: 'lastAt',
        title: t('discovery.lastAt'),
        width: 130,
        sortable: true,
        render: (row) => <RelativeTime at={row.lastAt} />,
      },
    ],
    [t],
  )
}
