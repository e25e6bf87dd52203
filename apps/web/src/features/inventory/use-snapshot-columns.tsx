import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListColumn } from '../../ui/list-page.tsx'
import type { SnapshotDevice } from './snapshot.ts'

const dash = '—'

/** Facts of a device as a snapshot holds them. */
export function useSnapshotColumns<Row extends SnapshotDevice>(): readonly ListColumn<Row>[] {
  const { t } = useTranslation()
  return useMemo(
    (): readonly ListColumn<Row>[] => [
      { key: 'name', title: t('equipment.name'), width: 180, sortable: true, render: (row) => row.name },
      {
        key: 'type',
        title: t('equipment.type'),
        width: 110,
        render: (row) => t(`equipment.types.${row.type}`),
      },
      { key: 'brand', title: t('equipment.brand'), width: 110, render: (row) => row.brand || dash },
      {
        key: 'modelName',
        title: t('equipment.modelName'),
        width: 150,
        phone: 'value',
        render: (row) => row.modelName || dash,
      },
      {
        key: 'softwareVersion',
        title: t('equipment.softwareVersion'),
        width: 170,
        mono: true,
        phone: 'value',
        render: (row) => row.softwareVersion || dash,
      },
      {
        key: 'serialNumber',
        title: t('equipment.serialNumber'),
        width: 160,
        mono: true,
        phone: 'value',
        render: (row) => row.serialNumber || dash,
      },
      { key: 'outlet', title: t('equipment.outlet'), width: 140, render: (row) => row.outletName ?? dash },
    ],
    [t],
  )
}
