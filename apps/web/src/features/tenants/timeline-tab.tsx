import type { EndpointOutput } from '@netward/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { entityLabel } from '../../lib/entity-label.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { timelineEndpoint } from './tenant.ts'
import '../../ui/timeline.css'

type Entry = EndpointOutput<typeof timelineEndpoint>['items'][number]
const pageSize = 50

/** The tenant's history, newest first. */
export function TimelineTab({ companyId }: { companyId: string }) {
  const { t } = useTranslation()
  const [pages, setPages] = useState(1)
  const first = useApi(timelineEndpoint, { companyId, page: 1, pageSize })
  return (
    <Panel title={t('tenants.detail.timeline')}>
      {first.error !== null && first.data === undefined ? (
        <ErrorState error={first.error} onRetry={() => void first.refetch()} />
      ) : first.data === undefined ? (
        <LoadingState />
      ) : first.data.total === 0 ? (
        <EmptyState title={t('tenants.timeline.none')} />
      ) : (
        <>
          <ol className="timeline">
            {Array.from({ length: pages }, (_, index) => (
              <TimelinePage key={index + 1} companyId={companyId} page={index + 1} />
            ))}
          </ol>
          {first.data.total > pages * pageSize && (
            <Button onClick={() => setPages(pages + 1)}>{t('tenants.moreChildren')}</Button>
          )}
        </>
      )}
    </Panel>
  )
}

function TimelinePage({ companyId, page }: { companyId: string; page: number }) {
  const entries = useApi(timelineEndpoint, { companyId, page, pageSize })
  return (entries.data?.items ?? []).map((entry) => <TimelineEntry key={entry.id} entry={entry} />)
}

function TimelineEntry({ entry }: { entry: Entry }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const { actorName, actingForName, detail } = entry
  // In the words of the audit log, which has the same entries.
  const key = `audit.actions.${entry.action}`
  const actor = actorName ?? t('tenants.timeline.system')
  return (
    <li className="timeline-entry">
      <div className="timeline-text">
        <strong>{i18n.exists(key) ? t(key as 'tenants.freeze') : entry.action}</strong>
        <span className="quiet">
          {actingForName === null ? actor : t('tenants.timeline.by', { actor, company: actingForName })}
        </span>
        {typeof detail['reason'] === 'string' && (
          <span className="quiet">{t('tenants.timeline.reason', { reason: detail['reason'] })}</span>
        )}
        <Changes detail={detail} />
      </div>
      <div className="timeline-time quiet">
        <span>{format.dateTime(entry.at)}</span>
        <RelativeTime at={entry.at} />
      </div>
    </li>
  )
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** Previous values of an edit or a move. */
function Changes({ detail }: { detail: Record<string, unknown> }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const before = fieldsOf(detail['before'])
  const after = fieldsOf(detail['after'])
  const names: Record<string, string> = { endsAt: 'expiresAt' }
  const text = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '—'
    if (typeof value !== 'string') return JSON.stringify(value)
    if (field === 'endsAt') return format.date(value)
    const group = {
      status: 'statuses',
      standing: 'standings',
      delivery: 'deliveries',
      language: 'languages',
    }[field]
    const known = group === undefined ? '' : `tenants.${group}.${value}`
    return known !== '' && i18n.exists(known) ? t(known as 'tenants.freeze') : value
  }
  return Object.keys({ ...before, ...after })
    .filter((field) => field !== 'because' && before[field] !== after[field])
    .map((field) => {
      const key = entityLabel('company.edited', field) ?? `tenants.${names[field] ?? field}`
      return (
        <span key={field} className="quiet">
          {t('tenants.timeline.from', {
            field: i18n.exists(key) ? t(key as 'tenants.freeze') : field,
            before: text(field, before[field]),
            after: text(field, after[field]),
          })}
        </span>
      )
    })
}
