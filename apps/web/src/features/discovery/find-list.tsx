import { deviceTypes } from '@netward/contract/device-values'
import { findStates } from '@netward/contract/discovery-values'
import { useParams } from '@tanstack/react-router'
import { Alert, Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { ListPage, type Selection } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { afterJob, findList, type FindRow, findSummary, jobEndpoint, type JobRow } from './discovery.ts'
import { FindActs, FindBatch } from './find-acts.tsx'
import { FindBars } from './find-bars.tsx'
import { JobMoves } from './job-moves.tsx'
import { JobProgress, JobState } from './job-progress.tsx'
import { TakeDrawer } from './take-drawer.tsx'
import { useFindColumns } from './use-find-columns.tsx'
import './discovery.css'

export function DiscoveryJob() {
  const { jobId = '' }: { jobId?: string } = useParams({ strict: false })
  const mayView = useMay('DMS_SERVER_DEVICE_VIEW')
  return mayView ? <Finds key={jobId} jobId={jobId} /> : <NoPermissionState />
}

/** A job of discovery: how its run goes, and what it has found. */
function Finds({ jobId }: { jobId: string }) {
  const { t } = useTranslation()
  const job = useApi(jobEndpoint, { jobId }).data
  const apply = useAct('POST /monitor/api/v1/discovery/job/:jobId/apply', { refresh: afterJob })
  const columns = useFindColumns()
  const [taking, setTaking] = useState<FindRow | null>(null)
  const fixed = useMemo(() => ({ jobId }), [jobId])
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('discovery.findSearchLabel'),
        placeholder: t('discovery.findSearch'),
      },
      {
        kind: 'multi',
        name: 'state',
        label: t('discovery.state'),
        options: findStates.map((value) => ({ value, label: t(`discovery.findStates.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'type',
        label: t('equipment.type'),
        options: deviceTypes.map((value) => ({ value, label: t(`equipment.types.${value}`) })),
      },
      { kind: 'text', name: 'vendor', label: t('equipment.brand'), placeholder: t('equipment.brand') },
    ],
    [t],
  )
  const rowActions = useCallback((row: FindRow) => <FindActs find={row} onTake={() => setTaking(row)} />, [])
  const batchActions = useCallback(
    (selection: Selection<FindRow>) => <FindBatch jobId={jobId} selection={selection} />,
    [jobId],
  )
  useLiveReads(jobEndpoint, ['discovery.changed'])
  useLiveReads(findList, ['discovery.changed'])
  useLiveReads(findSummary, ['discovery.changed'])
  const applyNow = () => apply.mutate({ jobId }, { onSuccess: () => notify.success(t('discovery.applied')) })
  return (
    <>
      <ListPage
        name="discoveryFinds"
        title={job?.name ?? t('shell.titles.discoveryJob')}
        endpoint={findList}
        fixedInput={fixed}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ address }) => address}
        rowActions={rowActions}
        actionsWidth={200}
        batchActions={batchActions}
        defaultSort="address"
        actions={
          <Permission codes={['DMS_SERVER_DEVICE_EDIT']}>
            <Button loading={apply.isPending} onClick={applyNow}>
              {t('discovery.apply')}
            </Button>
          </Permission>
        }
        summary={
          <>
            {job !== undefined && <Standing job={job} />}
            <FindBars jobId={jobId} />
          </>
        }
        empty={<EmptyState title={t('discovery.noFinds')} hint={t('discovery.noFindsHint')} />}
      />
      <TakeDrawer find={taking} outletId={job?.outletId ?? null} onClose={() => setTaking(null)} />
    </>
  )
}

function Standing({ job }: { job: JobRow }) {
  const { t } = useTranslation()
  return (
    <div className="discovery-standing" aria-live="polite">
      <JobState job={job} />
      <JobProgress job={job} />
      <span>{t('discovery.answered', { count: job.answered })}</span>
      <span>{t('discovery.takenByRule', { count: job.taken })}</span>
      <JobMoves job={job} />
      {job.problem !== null && (
        <Alert type="warning" showIcon title={t(`discovery.problems.${job.problem}`)} />
      )}
    </div>
  )
}
