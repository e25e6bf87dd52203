import type { EndpointOutput } from '@netward/contract'
import { Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { BatchResult } from '../../ui/batch-result.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import type { Queued } from './use-queued-for-each.ts'
import '../../ui/devices.css'
import '../../ui/plain-table.css'

const endpoint = 'POST /api/v1/device/batch/restarts'
type Restart = EndpointOutput<typeof endpoint>['restarts'][number]

/** A batch: the devices queued, and the refused ones. */
export interface Restarts extends Queued {
  readonly kind: 'reboot' | 'factory_reset'
  readonly devices: readonly { id: string; name: string }[]
  /** The batch's own commands; the latest of each device if it was only just queued. */
  readonly commandIds?: readonly string[]
}

const tones: Record<Restart['state'], StatusTone> = {
  waiting: 'waiting',
  sent: 'busy',
  done: 'ok',
  failed: 'bad',
  expired: 'bad',
  cancelled: 'off',
}
const rereadMs = 15_000

/** Progress of a batch of reboots, gateway by gateway, while the page is open. */
export function RestartsDrawer({ restarts, onClose }: { restarts: Restarts; onClose: () => void }) {
  const { t } = useTranslation()
  // It slides out before it is removed.
  const [open, setOpen] = useState(true)
  const { deviceIds, failed } = restarts
  return (
    <Drawer
      title={t(`devices.restarts.${restarts.kind}`, { count: restarts.devices.length })}
      open={open}
      onClose={() => setOpen(false)}
      afterOpenChange={(nowOpen) => {
        if (!nowOpen) onClose()
      }}
      size={640}
      className="form-drawer"
    >
      {failed.length > 0 && <BatchResult accepted={deviceIds.length} failed={failed} />}
      {deviceIds.length > 0 && <Progress restarts={restarts} />}
    </Drawer>
  )
}

function Progress({ restarts: { kind, devices, deviceIds, commandIds } }: { restarts: Restarts }) {
  const { t } = useTranslation()
  const read = useApi(
    endpoint,
    { deviceIds: [...deviceIds], kind, ...(commandIds && { commandIds: [...commandIds] }) },
    { refetchInterval: rereadMs, staleTime: 0 },
  )
  useLiveReads(endpoint, ['command.changed'])
  if (read.data === undefined) {
    return read.error === null ? (
      <LoadingState />
    ) : (
      <ErrorState error={read.error} onRetry={() => void read.refetch()} />
    )
  }
  const byDevice = new Map(read.data.restarts.map((restart) => [restart.deviceId, restart]))
  const isOpen = (id: string) => ['waiting', 'sent'].includes(byDevice.get(id)?.state ?? '')
  const over = deviceIds.filter((id) => !isOpen(id)).length
  return (
    <>
      <p className="device-plain" aria-live="polite">
        {t('devices.restarts.progress', { over, all: deviceIds.length })}
      </p>
      <p className="device-plain device-quiet">{t('devices.restarts.offline')}</p>
      {commandIds === undefined && <p className="device-plain device-quiet">{t('devices.restarts.hint')}</p>}
      <div className="plain-table-frame">
        <table className="plain-table" aria-label={t('devices.restarts.list')}>
          <thead>
            <tr>
              <th>{t('devices.name')}</th>
              <th>{t('devices.command.state')}</th>
              <th>{t('devices.command.finishedAt')}</th>
            </tr>
          </thead>
          <tbody>
            {devices
              .filter(({ id }) => deviceIds.includes(id))
              .map(({ id, name }) => (
                <Row key={id} id={id} name={name} restart={byDevice.get(id)} />
              ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Row({ id, name, restart }: { id: string; name: string; restart: Restart | undefined }) {
  const { t } = useTranslation()
  return (
    <tr>
      <td data-label={t('devices.name')}>
        <RowLink to={`${paths.smartCpe(id)}?tab=commands`}>{name}</RowLink>
      </td>
      <td data-label={t('devices.command.state')}>
        {restart === undefined ? (
          t('devices.restarts.unseen')
        ) : (
          <>
            <StatusTag tone={tones[restart.state]}>{t(`devices.restarts.states.${restart.state}`)}</StatusTag>
            {restart.fault !== null && <div className="device-quiet">{restart.fault}</div>}
          </>
        )}
      </td>
      <td data-label={t('devices.command.finishedAt')}>
        {restart === undefined || restart.finishedAt === null ? (
          '—'
        ) : (
          <RelativeTime at={restart.finishedAt} />
        )}
      </td>
    </tr>
  )
}
