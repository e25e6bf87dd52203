import type { EndpointOutput } from '@netward/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useActorName } from '../../../lib/use-actor-name.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Panel } from '../../../ui/detail-page.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { RowLink } from '../../../ui/row-link.tsx'
import { changesOf, toneOf, useTimelineText } from '../../../lib/timeline-text.ts'
import '../../../ui/timeline.css'

const endpoint = 'GET /api/v1/device/:deviceId/timeline'
type Entry = EndpointOutput<typeof endpoint>['items'][number]
const pageSize = 50

/** The gateway's history, newest first. */
export function TimelineTab({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const [pages, setPages] = useState(1)
  const first = useApi(endpoint, { deviceId, page: 1, pageSize })
  return (
    <Panel title={t('devices.tab.timeline')}>
      {first.error !== null && first.data === undefined ? (
        <ErrorState error={first.error} onRetry={() => void first.refetch()} />
      ) : first.data === undefined ? (
        <LoadingState />
      ) : first.data.total === 0 ? (
        <EmptyState title={t('devices.timelineNone')} />
      ) : (
        <>
          <ol className="timeline">
            {Array.from({ length: pages }, (_, index) => (
              <TimelinePage key={index + 1} deviceId={deviceId} page={index + 1} />
            ))}
          </ol>
          {first.data.total > pages * pageSize && (
            <Button className="device-more" onClick={() => setPages(pages + 1)}>
              {t('devices.timelineMore')}
            </Button>
          )}
        </>
      )}
    </Panel>
  )
}

function TimelinePage({ deviceId, page }: { deviceId: string; page: number }) {
  const entries = useApi(endpoint, { deviceId, page, pageSize })
  return (entries.data?.items ?? []).map((entry) => (
    <TimelineEntry key={entry.id} deviceId={deviceId} entry={entry} />
  ))
}

function TimelineEntry({ deviceId, entry }: { deviceId: string; entry: Entry }) {
  const { t } = useTranslation()
  const actorName = useActorName()
  const format = useFormat()
  const textOf = useTimelineText()
  const { fieldText } = textOf
  return (
    <li className={`timeline-entry timeline-${toneOf(entry.kind)}`}>
      <div className="timeline-text">
        <strong>{textOf.entry(entry.kind, entry.detail)}</strong>
        {changesOf(entry.detail).map(({ field, from, to }) => (
          <span key={field} className="device-quiet">
            {t('devices.timeline.change', { field: fieldText(field), from, to })}
          </span>
        ))}
        <Templates templates={entry.templates} />
        <Drift deviceId={deviceId} drift={entry.drift} />
        {entry.actor !== null && (
          <span className="device-quiet">
            {t('devices.timeline.by', { name: actorName(entry.actor.name, entry.actor.companyName) })}
          </span>
        )}
      </div>
      <div className="timeline-time device-quiet">
        <span>{format.dateTime(entry.at)}</span>
        <RelativeTime at={entry.at} />
      </div>
    </li>
  )
}

const maxTemplates = 3

/** The source templates with their versions; those of the current company link to the template list. */
function Templates({ templates }: Pick<Entry, 'templates'>) {
  const { t } = useTranslation()
  const mayOpen = useMay('DMS_SERVER_DEVICE_TEMPLATE_VIEW')
  const more = templates.length - maxTemplates
  return (
    <>
      {templates.slice(0, maxTemplates).map(({ name, version, ownerName: owner, own }) => {
        const text =
          owner === null
            ? t('provisioning.device.template', { name, version })
            : t('provisioning.device.templateAbove', { name, version, owner })
        return (
          <span key={`${owner} ${name}`} className="device-quiet">
            {own && mayOpen ? <RowLink to={paths.templatesNamed(name)}>{text}</RowLink> : text}
          </span>
        )
      })}
      {more > 0 && (
        <span className="device-quiet">{t('devices.timeline.moreTemplates', { count: more })}</span>
      )}
    </>
  )
}

/** The first differing values; each links to the parameter tree. */
function Drift({ deviceId, drift }: Pick<Entry, 'drift'> & { deviceId: string }) {
  const { t } = useTranslation()
  if (drift === null) return null
  const more = drift.total - drift.values.length
  const text = (value: string | null, secret: boolean) =>
    value ?? t(secret ? 'provisioning.device.secret' : 'provisioning.device.unknown')
  return (
    <>
      {drift.values.map(({ path, actual, desired, secret }) => (
        <span key={path} className="device-quiet">
          <RowLink to={paths.smartCpeParameter(deviceId, path)}>
            <span className="mono">{path}</span>
          </RowLink>{' '}
          {t('devices.timeline.drift', { actual: text(actual, secret), desired: text(desired, secret) })}
        </span>
      ))}
      {more > 0 && <span className="device-quiet">{t('devices.timeline.moreDrift', { count: more })}</span>}
    </>
  )
}
