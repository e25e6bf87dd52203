import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import type { ListColumn } from '../../ui/list-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import type { DeviceRow } from '../../lib/device-row.ts'
import { GuardMark, PresenceTag, TagList } from '../../ui/device-tags.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'

const dash = '—'

/** The name stays visible while the rest scrolls; the status stands beside it. */
export function useSmartCpeColumns(withCompany: boolean): readonly ListColumn<DeviceRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const narrow = useNarrow()
  return useMemo(() => {
    const presence: ListColumn<DeviceRow> = {
      key: 'presence',
      title: t('devices.presenceLabel'),
      width: 118,
      phone: 'status',
      render: (row) => <PresenceTag presence={row.presence} />,
    }
    const name: ListColumn<DeviceRow> = {
      key: 'name',
      title: t('devices.name'),
      width: narrow ? 176 : 200,
      sortable: true,
      render: (row) => (
        <span className="device-name">
          <RowLink to={paths.smartCpe(row.id)}>{row.name}</RowLink>
          <GuardMark guard={row.guard} />
        </span>
      ),
    }
    const company: ListColumn<DeviceRow> = {
      key: 'companyName',
      title: t('devices.company'),
      width: 150,
      phone: 'value',
      render: (row) => row.companyName,
    }
    return [
      name,
      presence,
      {
        key: 'lastInformAt',
        title: t('devices.lastInformAt'),
        width: 124,
        sortable: true,
        phone: 'value',
        render: (row) => <RelativeTime at={row.lastInformAt} />,
      },
      ...(withCompany ? [company] : []),
      {
        key: 'outletName',
        title: t('devices.outlet'),
        width: 140,
        phone: 'value',
        render: (row) => row.outletName ?? dash,
      },
      {
        key: 'serialNumber',
        title: t('devices.serialNumber'),
        width: 160,
        sortable: true,
        phone: 'value',
        render: (row) => <CopyText text={row.serialNumber} />,
      },
      {
        key: 'modelName',
        title: t('devices.modelName'),
        width: 130,
        sortable: true,
        phone: 'value',
        render: (row) => row.modelName,
      },
      {
        key: 'softwareVersion',
        title: t('devices.softwareVersion'),
        width: 144,
        render: (row) => row.softwareVersion,
      },
      {
        key: 'ipAddress',
        title: t('devices.ipAddress'),
        width: 140,
        mono: true,
        render: (row) => row.ipAddress ?? dash,
      },
      {
        key: 'macAddress',
        title: t('devices.macAddress'),
        width: 178,
        render: (row) => (row.macAddress === null ? dash : <CopyText text={row.macAddress} />),
      },
      { key: 'tags', title: t('devices.tags'), width: 160, render: (row) => <TagList tags={row.tags} /> },
      {
        key: 'claimedAt',
        title: t('devices.claimedAt'),
        width: 170,
        sortable: true,
        render: (row) => format.dateTime(row.claimedAt),
      },
      {
        key: 'manufacturer',
        title: t('devices.manufacturer'),
        width: 130,
        hidden: true,
        render: (row) => row.manufacturer,
      },
      {
        key: 'oui',
        title: t('devices.oui'),
        width: 90,
        hidden: true,
        mono: true,
        render: (row) => row.oui,
      },
      {
        key: 'hardwareVersion',
        title: t('devices.hardwareVersion'),
        width: 150,
        hidden: true,
        render: (row) => row.hardwareVersion,
      },
    ]
  }, [t, format, narrow, withCompany])
}
