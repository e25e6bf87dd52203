import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { EmptyState, ErrorState, LoadingState, NoPermissionState } from '../../ui/states.tsx'
import { overviewRead } from './access.ts'
import { AccessList } from './access-list.tsx'
import { ConsentForm } from './consent-form.tsx'
import { InsidePanel } from './inside-panel.tsx'
import './acting.css'

/** A visit without heartbeats ends by itself, without an event. */
const rereadMs = 30_000

/** A tenant's rules for staff from above who act in it, and who is inside. */
export function ActingAccess() {
  const { t } = useTranslation()
  const may = useMay('DMS_SERVER_AUTH_MANAGE_ACTING')
  const { data, error, refetch } = useApi(overviewRead, {}, { enabled: may, refetchInterval: rereadMs })
  useLiveReads(overviewRead, ['acting.changed'])
  if (!may) return <NoPermissionState />
  return (
    <div className="acting-page">
      <h1>{t('shell.titles.actingAccess')}</h1>
      {data === undefined ? (
        error === null ? (
          <LoadingState rows={8} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.above.length === 0 ? (
        <Panel>
          <EmptyState title={t('acting.access.nobodyAbove')} hint={t('acting.access.nobodyAboveHint')} />
        </Panel>
      ) : (
        <>
          <Panel title={t('acting.access.consent')}>
            <ConsentForm
              key={JSON.stringify([data.mode, data.fromMinute, data.untilMinute, data.ceiling])}
              overview={data}
            />
          </Panel>
          <InsidePanel overview={data} />
          <AccessList mayDecide={data.atHome} />
        </>
      )}
    </div>
  )
}
