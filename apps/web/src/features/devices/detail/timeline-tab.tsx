import type { EndpointOutput } from '@netward/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Panel } from '../../../ui/detail-page.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { changesOf, toneOf, useTimelineText } from '../../../lib/timeline-text.ts'
import '../../../ui/timeline.css'

const endpoint = 'GET /api/v1/device/:deviceId/timeline'
type Entry = EndpointOutput<typeof endpoint>['items'][number]
const pageSize = 50

/** What happened to the gateway, the newest first. */
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
  return (entries.data?.items ?? []).map((entry) => <TimelineEntry key={entry.id} entry={entry} />)
}

function TimelineEntry({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
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
      </div>
      <div className="timeline-time device-quiet">
        <span>{format.dateTime(entry.at)}</span>
        <RelativeTime at={entry.at} />
      </div>
    </li>
  )
}
