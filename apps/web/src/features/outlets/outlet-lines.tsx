import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { useDrawer } from '../../ui/use-drawer.ts'
import { LineActs } from './line-acts.tsx'
import { LineChartsDrawer } from './line-charts.tsx'
import { LineDrawer } from './line-drawer.tsx'
import { ContractEnd, LineGateway } from './line-parts.tsx'
import { lineList, type LineRow, type OutletDetail } from './outlet.ts'
import '../../ui/plain-table.css'

/** The internet lines of one outlet: few. */
export function OutletLines({ outlet }: { outlet: OutletDetail }) {
  const { t } = useTranslation()
  const mayEdit = useMay('DMS_SERVER_OUTLET_EDIT')
  const [editing, setEditing] = useState<LineRow | 'new' | null>(null)
  const charts = useDrawer<LineRow>()
  const read = useApi(lineList, { outletId: outlet.id, pageSize: 200 })
  const createButton = mayEdit ? (
    <Button type="primary" onClick={() => setEditing('new')}>
      {t('outlets.line.create')}
    </Button>
  ) : null
  const items = read.data?.items ?? []
  return (
    <Panel title={t('outlets.tabs.lines')} actions={items.length > 0 && createButton}>
      {read.error !== null && read.data === undefined ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : read.data === undefined ? (
        <LoadingState />
      ) : items.length === 0 ? (
        <EmptyState title={t('outlets.noLines')} hint={t('outlets.noLinesHint')} action={createButton} />
      ) : (
        <LineTable lines={items} onCharts={charts.show} onEdit={mayEdit ? setEditing : null} />
      )}
      <LineChartsDrawer line={charts.about} open={charts.open} onClose={charts.close} />
      <LineDrawer
        line={editing === 'new' ? null : editing}
        outletId={outlet.id}
        open={editing !== null}
        onClose={() => setEditing(null)}
      />
    </Panel>
  )
}

function LineTable({
  lines,
  onCharts,
  onEdit,
}: {
  lines: readonly LineRow[]
  onCharts: (line: LineRow) => void
  onEdit: ((line: LineRow) => void) | null
}) {
  const { t } = useTranslation()
  const label = {
    name: t('outlets.line.name'),
    isp: t('outlets.line.isp'),
    bandwidth: t('outlets.line.bandwidth'),
    account: t('outlets.line.account'),
    address: t('outlets.line.ipAddress'),
    gateway: t('outlets.line.gateway'),
    contractEnd: t('outlets.line.contractEnd'),
  }
  return (
    <div className="plain-table-frame">
      <table className="plain-table">
        <thead>
          <tr>
            {Object.entries(label).map(([key, text]) => (
              <th key={key}>{text}</th>
            ))}
            <th>
              <span className="visually-hidden">{t('common.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td data-label={label.name}>{line.name}</td>
              <td data-label={label.isp}>
                {line.ispName || t(`outlets.isps.${line.isp}`)} · {t(`outlets.lineTypes.${line.type}`)}
              </td>
              <td data-label={label.bandwidth}>
                {t('outlets.line.bandwidthText', { down: line.downMbps, up: line.upMbps })}
              </td>
              <td data-label={label.account}>
                <span className="mono">{line.account || '—'}</span>
              </td>
              <td data-label={label.address}>
                {line.ipAddress ?? t(`outlets.addressings.${line.addressing}`)}
              </td>
              <td data-label={label.gateway}>
                <LineGateway line={line} />
              </td>
              <td data-label={label.contractEnd}>
                <ContractEnd date={line.contractEnd} />
              </td>
              <td>
                <LineActs
                  line={line}
                  onCharts={() => onCharts(line)}
                  onEdit={onEdit === null ? null : () => onEdit(line)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
