import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import { useApi, useRefreshReads } from '../../../lib/use-api.ts'
import { useLiveEvents } from '../../../lib/use-live-events.ts'
import { useMay } from '../../../lib/permissions.ts'
import { Panel } from '../../../ui/detail-page.tsx'
import { RowLink } from '../../../ui/row-link.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { OpenClaim } from '../pool-columns.tsx'

/** How long a claim waits for its gateway. */
export const claimMs = 15 * 60_000

export interface Claimed {
  readonly serialNumber: string
  readonly oui: string
  /** Time of the claim (epoch milliseconds). */
  readonly at: number
  /** After this the claim must be repeated; null while it awaits approval. */
  readonly until: string | null
}

const list = 'POST /api/v1/device/lists'

/** The claims of this visit, and which gateways have called in since. */
export function ClaimedPanel({ claimed }: { claimed: readonly Claimed[] }) {
  const { t } = useTranslation()
  const refresh = useRefreshReads()
  useLiveEvents(['device.added'], () => void refresh(list))
  return (
    <output>
      {claimed.length > 0 && (
        <Panel title={t('devices.scan.claimed')}>
          <ul className="scan-claimed">
            {claimed.map((one) => (
              <ClaimedGateway key={`${one.at} ${one.serialNumber}`} claimed={one} />
            ))}
          </ul>
        </Panel>
      )}
    </output>
  )
}

function ClaimedGateway({ claimed: { serialNumber, oui, until } }: { claimed: Claimed }) {
  const { t } = useTranslation()
  const maySee = useMay('DMS_SERVER_DEVICE_VIEW')
  const found = useApi(list, { search: serialNumber, pageSize: 20 }, { enabled: maySee }).data
  const device = found?.items.find(
    (row) =>
      row.state === 'claimed' &&
      row.oui === oui &&
      row.serialNumber.toLowerCase() === serialNumber.toLowerCase(),
  )
  if (device !== undefined)
    return (
      <li>
        <RowLink to={paths.smartCpe(device.id)}>{device.name}</RowLink>
        <StatusTag tone="ok">{t('devices.scan.arrived')}</StatusTag>
        {device.outletName !== null && <span className="device-quiet">{device.outletName}</span>}
      </li>
    )
  return (
    <li>
      <span className="mono">{serialNumber}</span>
      {until === null ? (
        <StatusTag tone="waiting">{t('devices.pool.asked')}</StatusTag>
      ) : (
        <OpenClaim until={until} />
      )}
      <span className="device-quiet">
        {until === null ? t('devices.pool.askedHint') : t('devices.pool.claimTip')}
      </span>
    </li>
  )
}
