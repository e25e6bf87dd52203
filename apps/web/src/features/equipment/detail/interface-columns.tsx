import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMetricText } from '../../../lib/metric-format.ts'
import { paths } from '../../../lib/paths.ts'
import type { Column } from '../../../ui/data-table-column.ts'
import { RowLink } from '../../../ui/row-link.tsx'
import { Sparkline } from '../../../ui/sparkline.tsx'
import { StatusTag, type StatusTone } from '../../../ui/status-tag.tsx'
import type { InterfaceRow } from './interface-table.tsx'

const dash = '—'
const octet = 8

const tones: Record<InterfaceRow['state'], StatusTone> = {
  up: 'ok',
  down: 'bad',
  disabled: 'off',
  unknown: 'unknown',
}

export function useInterfaceColumns(show: (row: InterfaceRow) => void): readonly Column<InterfaceRow>[] {
  const { t } = useTranslation()
  const metricText = useMetricText()
  return useMemo(() => {
    const rate = (bits: number | null) =>
      metricText('interface_in_octets', bits === null ? null : bits / octet)
    const title = (
      key:
        | 'name'
        | 'alias'
        | 'state'
        | 'speed'
        | 'in'
        | 'out'
        | 'use'
        | 'errors'
        | 'vlan'
        | 'neighbour'
        | 'poe',
    ) => t(`monitoring.interfaces.${key}`)
    return [
      {
        key: 'name',
        title: title('name'),
        width: 170,
        sortable: true,
        render: (row) => (
          <button type="button" className="interface-name" title={row.description} onClick={() => show(row)}>
            {row.name}
          </button>
        ),
      },
      {
        key: 'state',
        title: title('state'),
        width: 108,
        phone: 'status',
        render: (row) => (
          <StatusTag tone={tones[row.state]}>{t(`monitoring.interfaces.states.${row.state}`)}</StatusTag>
        ),
      },
      {
        key: 'important',
        title: t('monitoring.interfaces.important'),
        width: 100,
        phone: 'value',
        render: (row) => (row.important ? t('monitoring.interfaces.isImportant.yes') : dash),
      },
      { key: 'alias', title: title('alias'), width: 150, phone: 'value', render: (row) => row.alias || dash },
      {
        key: 'speed',
        title: title('speed'),
        width: 116,
        phone: 'value',
        render: (row) =>
          row.speed === null
            ? dash
            : `${metricText('interface_speed', row.speed)}${row.duplex === 'half' ? ` ${t('monitoring.interfaces.half')}` : ''}`,
      },
      {
        key: 'inRate',
        title: title('in'),
        width: 108,
        sortable: true,
        phone: 'value',
        render: (row) => rate(row.inRate),
      },
      {
        key: 'outRate',
        title: title('out'),
        width: 108,
        sortable: true,
        phone: 'value',
        render: (row) => rate(row.outRate),
      },
      {
        key: 'use',
        title: title('use'),
        width: 84,
        sortable: true,
        render: (row) => metricText('cpu_usage', row.use),
      },
      {
        key: 'trend',
        title: t('monitoring.interfaces.trend'),
        width: 120,
        render: (row) => (
          <Sparkline values={row.trend} label={t('monitoring.interfaces.trendOf', { name: row.name })} />
        ),
      },
      {
        key: 'errors',
        title: title('errors'),
        width: 84,
        sortable: true,
        render: (row) => metricText('interface_in_errors', row.errors),
      },
      {
        key: 'vlan',
        title: title('vlan'),
        width: 80,
        render: (row) => (
          <span
            {...(row.taggedVlans.length > 0 && {
              title: t('monitoring.interfaces.tagged', { count: row.taggedVlans.length }),
            })}
          >
            {row.vlan ?? dash}
            {row.taggedVlans.length > 0 && ` +${row.taggedVlans.length}`}
          </span>
        ),
      },
      {
        key: 'neighbour',
        title: title('neighbour'),
        width: 180,
        phone: 'value',
        render: (row) => (row.neighbour === null ? dash : <NeighbourLink neighbour={row.neighbour} />),
      },
      {
        key: 'poe',
        title: title('poe'),
        width: 76,
        render: (row) => metricText('poe_power', row.poe),
      },
    ]
    // oxlint-disable-next-line react/exhaustive-deps -- the text function changes with the language, as `t` does
  }, [t, show])
}

/** What LLDP or CDP says is at the other end; a link where it is a device of ours. */
export function NeighbourLink({ neighbour }: { neighbour: NonNullable<InterfaceRow['neighbour']> }) {
  const { name, port, deviceId } = neighbour
  const text = port === '' ? name : `${name} · ${port}`
  if (deviceId === null) return <span title={text}>{text}</span>
  return (
    <RowLink to={paths.equipment(deviceId)} title={text}>
      {text}
    </RowLink>
  )
}
