import type { EndpointOutput } from '@netward/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { changesOf, toneOf, useTimelineText } from '../../lib/timeline-text.ts'
import { useActorName } from '../../lib/use-actor-name.ts'
import { useApi } from '../../lib/use-api.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import '../../ui/timeline.css'

const endpoint = 'GET /api/v1/outlet/:outletId/timeline'
type Entry = EndpointOutput<typeof endpoint>['items'][number]
const pageSize = 50

/** Events of an outlet's devices and changes to it, newest first. */
export function OutletTimeline({ outletId }: { outletId: string }) {
  const { t } = useTranslation()
  const [pages, setPages] = useState(1)
  const first = useApi(endpoint, { outletId, page: 1, pageSize })
  const last = useApi(endpoint, { outletId, page: pages, pageSize })
  return (
    <Panel title={t('outlets.tabs.timeline')}>
      {first.error !== null && first.data === undefined ? (
        <ErrorState error={first.error} onRetry={() => void first.refetch()} />
      ) : first.data === undefined ? (
        <LoadingState />
      ) : first.data.items.length === 0 ? (
        <EmptyState title={t('outlets.noTimeline')} />
      ) : (
        <>
          <ol className="timeline">
            {Array.from({ length: pages }, (_, index) => (
              <Page key={index + 1} outletId={outletId} page={index + 1} />
            ))}
          </ol>
          {last.data?.totalCapped === true && (
            <Button onClick={() => setPages(pages + 1)}>{t('outlets.more')}</Button>
          )}
        </>
      )}
    </Panel>
  )
}

function Page({ outletId, page }: { outletId: string; page: number }) {
  const entries = useApi(endpoint, { outletId, page, pageSize })
  return (entries.data?.items ?? []).map((entry) => <Line key={entry.id} entry={entry} />)
}

function Line({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const format = useFormat()
  const textOf = useTimelineText()
  const act = useActText()
  const actorName = useActorName()
  return (
    <li className={`timeline-entry timeline-${entry.source === 'device' ? toneOf(entry.kind) : 'plain'}`}>
      <div className="timeline-text">
        <strong>
          {entry.source === 'device' ? textOf.entry(entry.kind, entry.detail) : act(entry.kind, entry.detail)}
        </strong>
        {entry.deviceId !== null && entry.deviceName !== null && (
          <RowLink to={paths.smartCpe(entry.deviceId)}>{entry.deviceName}</RowLink>
        )}
        {entry.actorName !== null && (
          <span className="quiet">
            {t('outlets.by', { name: actorName(entry.actorName, entry.actorCompanyName) })}
          </span>
        )}
        {entry.source === 'device' &&
          changesOf(entry.detail).map(({ field, from, to }) => (
            <span key={field} className="quiet">
              {t('devices.timeline.change', { field: textOf.fieldText(field), from, to })}
            </span>
          ))}
      </div>
      <div className="timeline-time quiet">
        <span>{format.dateTime(entry.at)}</span>
        <RelativeTime at={entry.at} />
      </div>
    </li>
  )
}

const acts = [
  'outlet.created',
  'outlet.edited',
  'outlet.deleted',
  'line.created',
  'line.edited',
  'line.deleted',
] as const

/** Text of an action on the outlet; one without a phrase is shown by its name. */
function useActText() {
  const { t } = useTranslation()
  return (kind: string, detail: Readonly<Record<string, unknown>>): string => {
    const known = acts.find((one) => one === kind)
    const { line } = detail
    return known === undefined
      ? kind
      : t(`outlets.acts.${known}`, { line: typeof line === 'string' ? line : '' })
  }
}
