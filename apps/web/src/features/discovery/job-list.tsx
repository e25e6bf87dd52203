import { PlusOutlined } from '@ant-design/icons'
import { discoveryStates } from '@netward/contract/states/discovery'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { jobList, type JobRow } from './discovery.ts'
import { JobDrawer } from './job-drawer.tsx'
import { JobMoves } from './job-moves.tsx'
import { JobProgress, JobState } from './job-progress.tsx'
import './discovery.css'

export function DiscoveryJobs() {
  return useMay('DMS_SERVER_DEVICE_VIEW') ? <List /> : <NoPermissionState />
}

/** Jobs of discovery, and how far their runs are. */
function List() {
  const { t } = useTranslation()
  const columns = useColumns()
  const [editing, setEditing] = useState<JobRow | 'new' | null>(null)
  const fields = useMemo(
    (): readonly SearchField[] => [
      { kind: 'text', name: 'search', label: t('discovery.searchLabel'), placeholder: t('discovery.search') },
      {
        kind: 'multi',
        name: 'state',
        label: t('discovery.state'),
        options: discoveryStates.map((value) => ({ value, label: t(`discovery.states.${value}`) })),
      },
    ],
    [t],
  )
  const rowActions = useCallback((row: JobRow) => <JobMoves job={row} onEdit={() => setEditing(row)} />, [])
  useLiveReads(jobList, ['discovery.changed'])
  const addButton = (
    <Permission codes={['DMS_SERVER_DEVICE_EDIT']}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
        {t('discovery.add')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="discoveryJobs"
        title={t('shell.titles.discovery')}
        endpoint={jobList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowActions={rowActions}
        actionsWidth={210}
        defaultSort="name"
        actions={
          <>
            <Button href={`#${paths.discoveryRules}`}>{t('shell.titles.discoveryRules')}</Button>
            {addButton}
          </>
        }
        empty={<EmptyState title={t('discovery.none')} hint={t('discovery.noneHint')} action={addButton} />}
      />
      <JobDrawer
        job={editing === 'new' ? null : editing}
        open={editing !== null}
        onClose={() => setEditing(null)}
      />
    </>
  )
}

function useColumns(): readonly ListColumn<JobRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    (): readonly ListColumn<JobRow>[] => [
      {
        key: 'name',
        title: t('discovery.name'),
        width: 180,
        sortable: true,
        render: (row) => <RowLink to={paths.discoveryJob(row.id)}>{row.name}</RowLink>,
      },
      {
        key: 'state',
        title: t('discovery.state'),
        width: 110,
        phone: 'status',
        render: (row) => <JobState job={row} />,
      },
      {
        key: 'progress',
        title: t('discovery.progress'),
        width: 170,
        phone: 'value',
        render: (row) => <JobProgress job={row} />,
      },
      {
        key: 'waiting',
        title: t('discovery.waiting'),
        width: 100,
        phone: 'value',
        render: (row) => format.number(row.waiting),
      },
      { key: 'outlet', title: t('equipment.outlet'), width: 140, render: (row) => row.outletName ?? '—' },
      {
        key: 'ranges',
        title: t('discovery.ranges'),
        width: 200,
        mono: true,
        render: (row) => row.ranges.join(', ') || t('discovery.onlyNeighbours'),
      },
      {
        key: 'schedule',
        title: t('discovery.schedule'),
        width: 140,
        render: (row) =>
          `${t(`discovery.schedules.${row.schedule}`)}${row.scheduleAt === null ? '' : ` ${row.scheduleAt}`}`,
      },
      {
        key: 'endedAt',
        title: t('discovery.endedAt'),
        width: 130,
        sortable: true,
        render: (row) => <RelativeTime at={row.endedAt} />,
      },
    ],
    [t, format],
  )
}
