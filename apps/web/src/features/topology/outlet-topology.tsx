import { useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { devicePath, paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { toneOf, useTimelineText } from '../../lib/timeline-text.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { DetailPage, Panel } from '../../ui/detail-page.tsx'
import { Permission } from '../../ui/permission.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { LinkTable } from './link-table.tsx'
import { MovableDrawing } from './movable-drawing.tsx'
import { type Drawing, drawingEndpoint, liveKinds } from './topology.ts'
import '../../ui/timeline.css'
import './topology.css'

export function OutletTopology() {
  const { outletId = '' }: { outletId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_DEVICE_VIEW') ? (
    <Page key={outletId} outletId={outletId} />
  ) : (
    <NoPermissionState />
  )
}

/** How the devices of an outlet hang together, now. */
function Page({ outletId }: { outletId: string }) {
  const { t } = useTranslation()
  const read = useApi(drawingEndpoint, { outletId }, { keepPrevious: true })
  useLiveReads(drawingEndpoint, liveKinds)
  const drawing = read.data
  return (
    <DetailPage
      title={drawing?.outletName ?? t('shell.titles.outletTopology')}
      path={paths.outletTopology(outletId)}
      back={paths.topology}
      loading={drawing === undefined}
      error={drawing === undefined ? read.error : null}
      onRetry={() => void read.refetch()}
      {...(drawing !== undefined && {
        actions: <Actions drawing={drawing} />,
        subtitle: <Standing drawing={drawing} />,
      })}
      tabs={
        drawing === undefined ? [] : [{ key: 'drawing', label: '', content: <Content drawing={drawing} /> }]
      }
    />
  )
}

/** How the outlet does, in one line. */
function Standing({ drawing: { nodes, links, derivedAt } }: { drawing: Drawing }) {
  const { t } = useTranslation()
  const format = useFormat()
  const devices = nodes.filter(({ kind }) => kind === 'device')
  const count = (presence: string) => devices.filter((node) => node.presence === presence).length
  const figures = [
    [t('topology.devices'), devices.length],
    [t('topology.online'), count('online')],
    [t('topology.overdue'), count('overdue')],
    [t('topology.offline'), count('offline')],
    [t('topology.beyond'), devices.filter(({ level }) => level !== null).length],
    [t('topology.links'), links.length],
    [t('topology.strangers'), nodes.filter(({ kind }) => kind === 'neighbour').length],
  ] as const
  return (
    <span className="topology-standing">
      {figures.map(([label, value]) => (
        <span key={label}>
          {label} <strong>{format.number(value)}</strong>
        </span>
      ))}
      <span>{derivedAt === null ? t('topology.notDerived') : <RelativeTime at={derivedAt} />}</span>
    </span>
  )
}

function Actions({ drawing }: { drawing: Drawing }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { outletId } = drawing
  const reset = useAct('DELETE /monitor/api/v1/topology/outlet/:outletId/positions', {
    refresh: [drawingEndpoint],
  })
  const ask = () =>
    void confirm({
      title: t('topology.resetTitle'),
      text: t('topology.resetText'),
      action: t('topology.reset'),
      danger: false,
      act: () => reset.mutateAsync({ outletId }),
    })
  return (
    <>
      <Button href={`#${paths.outlet(outletId)}`}>{t('shell.titles.outletDetail')}</Button>
      <Permission codes={['DMS_SERVER_DEVICE_EDIT']}>
        {drawing.nodes.some(({ x }) => x !== null) && <Button onClick={ask}>{t('topology.reset')}</Button>}
      </Permission>
    </>
  )
}

function Content({ drawing }: { drawing: Drawing }) {
  const { t } = useTranslation()
  const { nodes } = drawing
  // The drawing is painted first, and keeps up with a pointer while the rows follow.
  const below = useDeferredValue<Drawing | null>(drawing, null)
  if (nodes.length === 0)
    return (
      <Panel>
        <EmptyState
          title={t('topology.noOutlet')}
          hint={t('topology.noOutletHint')}
          action={<Button href={`#${paths.deviceList}`}>{t('shell.titles.deviceList')}</Button>}
        />
      </Panel>
    )
  return (
    <>
      <MovableDrawing drawing={drawing} />
      {below !== null && (
        <>
          <LinkTable drawing={below} />
          <Changes drawing={below} />
        </>
      )}
    </>
  )
}

/** What was new, gone or moved. */
function Changes({ drawing: { changes, nodes } }: { drawing: Drawing }) {
  const { t } = useTranslation()
  const textOf = useTimelineText()
  const types = new Map(nodes.map(({ deviceId, type }) => [deviceId, type]))
  return (
    <Panel title={t('topology.changes')}>
      {changes.length === 0 ? (
        <p className="quiet">{t('topology.noChanges')}</p>
      ) : (
        <ol className="timeline topology-changes">
          {changes.map(({ id, at, deviceId, deviceName, kind, detail }) => (
            <li key={id} className={`timeline-entry timeline-${toneOf(kind)}`}>
              <RowLink to={devicePath(deviceId, types.get(deviceId))}>{deviceName}</RowLink>
              <span>{textOf.entry(kind, detail)}</span>
              <RelativeTime at={at} />
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
