import { devicePath } from '../../lib/paths.ts'
import { equipmentColumns, equipmentEntity } from '@netward/contract/equipment-fields'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMetricText } from '../../lib/metric-format.ts'
import { useT } from '../../lib/use-t.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { DuplicateMark, GuardMark, PresenceTag, TagList } from '../../ui/device-tags.tsx'
import { entityColumns } from '../../ui/entity/entity-columns.ts'
import type { ListColumn } from '../../ui/list-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import type { EquipmentRow } from './equipment.ts'
import './equipment.css'

const dash = '—'

export function useEquipmentColumns(withCompany: boolean): readonly ListColumn<EquipmentRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(() => {
    const columns = equipmentColumns.filter(({ key }) => withCompany || key !== 'companyName')
    return entityColumns<typeof equipmentEntity, (typeof equipmentColumns)[number]['key'], EquipmentRow>(
      t,
      equipmentEntity,
      columns,
      {
        name: (row) => (
          <span className="device-name">
            <RowLink to={devicePath(row.id, row.type)}>{row.name}</RowLink>
            <GuardMark guard={row.guard} />
            <DuplicateMark duplicated={row.duplicated} />
          </span>
        ),
        type: (row) => t(`equipment.types.${row.type}`),
        presence: (row) => <PresenceTag presence={row.presence} />,
        worst: (row) => <WorstValue worst={row.worst} />,
        ipAddress: (row) => row.ipAddress ?? dash,
        macAddress: (row) => (row.macAddress === null ? dash : <CopyText text={row.macAddress} />),
        outletId: (row) => row.outletName ?? dash,
        companyName: (row) => row.companyName,
        lastSeenAt: (row) => <RelativeTime at={row.lastSeenAt} />,
        softwareVersion: (row) => row.softwareVersion || dash,
        tags: (row) => <TagList tags={row.tags} />,
        createdAt: (row) => format.dateTime(row.createdAt),
      },
    )
  }, [t, format, withCompany])
}

/** The value that looks worst now, of which part, and how bad it is in more than colour. */
export function WorstValue({ worst }: Pick<EquipmentRow, 'worst'>) {
  const t = useT()
  const metricText = useMetricText()
  if (worst === null) return <>{dash}</>
  const { metric, label, value, level } = worst
  const name = t(`metrics.names.${metric}`)
  return (
    <span className={`worst worst-${level}`} title={label === '' ? name : `${label} · ${name}`}>
      {name} <b>{metricText(metric, value)}</b>
      {level !== 'normal' && <span className="visually-hidden">{t(`monitoring.levels.${level}`)}</span>}
    </span>
  )
}
