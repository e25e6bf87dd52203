import type { EndpointInput } from '@netward/contract'
import type { Misfit } from '@netward/contract/states/campaign'
import { Alert, Pagination } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { PendingState } from '../../ui/states.tsx'
import '../../ui/plain-table.css'

export type Chosen = Pick<
  EndpointInput<'POST /ota/api/v2/ota/dry-run'>,
  'deviceIds' | 'filters' | 'allowDowngrade'
>

const pageSize = 20

/** Which gateways a campaign would upgrade, which not and why; a number shows the gateways that it counts. */
export function DryRun({
  firmwareId,
  chosen,
  whileClosed,
}: {
  firmwareId: string
  chosen: Chosen
  /** Whether it waits for outlets to close: then outlets with unknown hours count. */
  whileClosed: boolean
}) {
  const { t } = useTranslation()
  const [show, setShow] = useState<'fits' | Misfit | undefined>(undefined)
  // For other gateways, or another number, shows the first page.
  const subject = JSON.stringify({ firmwareId, chosen, show })
  const [at, setAt] = useState({ subject, page: 1 })
  const page = at.subject === subject ? at.page : 1
  const read = useApi(
    'POST /ota/api/v2/ota/dry-run',
    { firmwareId, ...chosen, page, pageSize, ...(show !== undefined && { show }) },
    { keepPrevious: true },
  )
  if (read.data === undefined) return <PendingState read={read} rows={2} />
  const { fits, withoutHours, misfits, items, total } = read.data
  const left = misfits.reduce((sum, { count }) => sum + count, 0)
  const part = (key: 'fits' | Misfit, text: string) => (
    <button
      key={key}
      type="button"
      aria-pressed={show === key}
      onClick={() => setShow(show === key ? undefined : key)}
    >
      {text}
    </button>
  )
  return (
    <section className="ota-dry-run" aria-label={t('ota.dryRun')}>
      {fits === 0 && <Alert type="warning" showIcon title={t('ota.dryRunNone')} />}
      <div className="ota-dry-parts">
        {part('fits', t('ota.dryRunFits', { count: fits }))}
        {left > 0 && <span className="ota-hint">{t('ota.dryRunMisfits', { count: left })}</span>}
        {misfits.map(({ misfit, count }) => part(misfit, `${t(`ota.misfits.${misfit}`)} ${count}`))}
      </div>
      {whileClosed && withoutHours > 0 && (
        <p className="ota-hint">{t('ota.dryRunWithoutHours', { count: withoutHours })}</p>
      )}
      {show !== undefined && (
        <div className="plain-table-frame">
          <table className="plain-table">
            <thead>
              <tr>
                <th>{t('devices.name')}</th>
                <th>{t('devices.modelName')}</th>
                <th>{t('devices.softwareVersion')}</th>
                <th>{t('devices.hardwareVersion')}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={item.deviceId}>
                  <td>{item.name}</td>
                  <td data-label={t('devices.modelName')}>{item.modelName}</td>
                  <td data-label={t('devices.softwareVersion')}>{item.softwareVersion}</td>
                  <td data-label={t('devices.hardwareVersion')}>{item.hardwareVersion || '—'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {show !== undefined && total > pageSize && (
        <Pagination
          size="small"
          current={page}
          pageSize={pageSize}
          total={total}
          showSizeChanger={false}
          onChange={(next) => setAt({ subject, page: next })}
        />
      )}
    </section>
  )
}
