import type { EndpointOutput } from '@netward/contract'
import { cancellable, deviceMoves } from '@netward/contract/states/device'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useActorName } from '../../../lib/use-actor-name.ts'
import { useAct, useApi } from '../../../lib/use-api.ts'
import { useCommandName } from '../../../lib/use-command-name.ts'
import { Panel } from '../../../ui/detail-page.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx'
import { StatusTag, type StatusTone } from '../../../ui/status-tag.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import type { DeviceDetail } from '../../../lib/device-row.ts'
import { MoveButton } from '../../../ui/move-button.tsx'
import { CommandOutcome } from './command-outcome.tsx'
import { NextInformText } from '../../../ui/next-inform-text.tsx'
import { requestedPaths } from './command-request.ts'
import '../../../ui/plain-table.css'

const endpoint = 'GET /api/v1/device/:deviceId/commands'
type Command = EndpointOutput<typeof endpoint>['items'][number]

const tones: Record<Command['state'], StatusTone> = {
  waiting: 'waiting',
  sent: 'busy',
  done: 'ok',
  failed: 'bad',
  expired: 'off',
  cancelled: 'off',
}
const pageSize = 50

/** The gateway's command queue, newest first. */
export function CommandsTab({ device }: { device: DeviceDetail }) {
  const deviceId = device.id
  const { t } = useTranslation()
  const [pages, setPages] = useState(1)
  const first = useApi(endpoint, { deviceId, page: 1, pageSize }, { refetchInterval: 15_000 })
  if (first.error !== null && first.data === undefined) {
    return (
      <Panel>
        <ErrorState error={first.error} onRetry={() => void first.refetch()} />
      </Panel>
    )
  }
  if (first.data === undefined) {
    return (
      <Panel>
        <LoadingState />
      </Panel>
    )
  }
  if (first.data.total === 0) {
    return (
      <Panel title={t('devices.tab.commands')} actions={<Queries device={device} />}>
        <EmptyState title={t('devices.command.none')} hint={t('devices.command.noneHint')} />
      </Panel>
    )
  }
  return (
    <Panel title={t('devices.tab.commands')} actions={<Queries device={device} />}>
      <div className="plain-table-frame">
        <table className="plain-table" aria-label={t('devices.tab.commands')}>
          <thead>
            <tr>
              <th>{t('devices.command.kind')}</th>
              <th>{t('devices.command.state')}</th>
              <th>{t('devices.command.result')}</th>
              <th>{t('devices.command.createdBy')}</th>
              <th>{t('devices.command.createdAt')}</th>
              <th>{t('devices.command.finishedAt')}</th>
              <th>{t('common.actions')}</th>
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: pages }, (_, index) => (
              <CommandPage key={index + 1} device={device} page={index + 1} />
            ))}
          </tbody>
        </table>
      </div>
      {first.data.total > pages * pageSize && (
        <Button className="device-more" onClick={() => setPages(pages + 1)}>
          {t('common.more')}
        </Button>
      )}
    </Panel>
  )
}

/** Queries to the gateway: its transfers in progress, and its supported methods. */
function Queries({ device }: { device: DeviceDetail }) {
  return (
    <div className="command-queries">
      <Query device={device} ask="POST /api/v1/device/:deviceId/queued-transfers" words="transfers" />
      <Query device={device} ask="POST /api/v1/device/:deviceId/rpc-methods" words="methods" />
    </div>
  )
}

/** The response is the result of the command. */
function Query(props: {
  device: DeviceDetail
  ask: 'POST /api/v1/device/:deviceId/queued-transfers' | 'POST /api/v1/device/:deviceId/rpc-methods'
  words: 'transfers' | 'methods'
}) {
  const { t } = useTranslation()
  const { device, ask, words } = props
  const query = useAct(ask, { refresh: [endpoint] })
  return (
    <MoveButton
      refusal={deviceMoves.readParameters(device)}
      loading={query.isPending}
      onClick={() =>
        query.mutate(
          { deviceId: device.id },
          { onSuccess: () => notify.success(t(`devices.${words}.queued`)) },
        )
      }
    >
      {t(`devices.${words}.query`)}
    </MoveButton>
  )
}

function CommandPage({ device, page }: { device: DeviceDetail; page: number }) {
  const deviceId = device.id
  const commands = useApi(endpoint, { deviceId, page, pageSize })
  return (commands.data?.items ?? []).map((command) => (
    <CommandRow key={command.id} device={device} command={command} />
  ))
}

function CommandRow({ device, command }: { device: DeviceDetail; command: Command }) {
  const deviceId = device.id
  const { t } = useTranslation()
  const format = useFormat()
  const name = useCommandName()(command.kind, command.request)
  const actorName = useActorName()
  const { createdByName, createdByCompanyName } = command
  const mayCancel = useMay('DMS_SERVER_DEVICE_EDIT')
  const cancel = useAct('POST /api/v1/device/:deviceId/commands/:commandId/cancel', { refresh: [endpoint] })
  return (
    <tr>
      <td data-label={t('devices.command.kind')}>
        <div>{name}</div>
        <Asked request={command.request} />
      </td>
      <td data-label={t('devices.command.state')}>
        <StatusTag tone={tones[command.state]}>{t(`devices.command.states.${command.state}`)}</StatusTag>
        {command.state === 'waiting' && (
          <div className="device-quiet">
            <div>
              <NextInformText device={device} />
            </div>
            {t('devices.command.expiresAt', { time: format.dateTime(command.expiresAt) })}
          </div>
        )}
      </td>
      <td data-label={t('devices.command.result')}>
        <CommandOutcome command={command} />
      </td>
      <td data-label={t('devices.command.createdBy')}>
        {createdByName === null
          ? t('devices.command.system')
          : actorName(createdByName, createdByCompanyName)}
      </td>
      <td data-label={t('devices.command.createdAt')}>
        <RelativeTime at={command.createdAt} />
      </td>
      <td data-label={t('devices.command.finishedAt')}>
        {command.finishedAt === null ? '—' : <RelativeTime at={command.finishedAt} />}
      </td>
      <td>
        {mayCancel && cancellable(command.state) && (
          <Button
            size="small"
            loading={cancel.isPending}
            aria-label={`${t('devices.command.cancel')} ${name}`}
            onClick={() =>
              cancel.mutate(
                { deviceId, commandId: command.id },
                { onSuccess: () => notify.success(t('devices.command.cancelled')) },
              )
            }
          >
            {t('devices.command.cancel')}
          </Button>
        )}
      </td>
    </tr>
  )
}

/** The parameters that a command affects. */
function Asked({ request }: { request: Command['request'] }) {
  const { t } = useTranslation()
  const paths = requestedPaths(request)
  const [first] = paths
  if (first === undefined) return null
  return (
    <>
      <div className="device-quiet mono command-detail" title={paths.join('\n')}>
        {paths.length === 1 ? first : t('devices.command.paths', { first, count: paths.length })}
      </div>
      {'verifies' in request && <div className="device-quiet">{t('devices.command.verifies')}</div>}
    </>
  )
}
