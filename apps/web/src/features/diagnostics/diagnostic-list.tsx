import { diagnosticKinds, diagnosticRanges, diagnosticStates } from '@netward/contract/diagnostic-values'
import { Button, Tooltip } from 'antd'
import { useParams } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage, type Selection } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { useDrawer } from '../../ui/use-drawer.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type DiagnosticRun, runList, runTones } from './diagnostic-run.ts'
import { RunCompare } from './run-compare.tsx'
import { RunDrawer } from './run-drawer.tsx'
import { useRunSummary } from './use-run-summary.ts'
import { useWayOut } from './way-out.tsx'
import '../../ui/devices.css'
import './diagnostics.css'

export function DiagnosticList() {
  const { deviceId = '' }: { deviceId?: string } = useParams({ strict: false })
  const mayView = useMay('DMS_SERVER_DEVICE_VIEW')
  return mayView ? <List key={deviceId} deviceId={deviceId} /> : <NoPermissionState />
}

/** All diagnostics run by a gateway; two of a kind can be compared side by side. */
function List({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const device = useApi('GET /api/v1/device/:deviceId', { deviceId }).data
  const compared = useDrawer<readonly DiagnosticRun[]>()
  const { show: compare } = compared
  const fields = useFields()
  const [shown, setShown] = useState<DiagnosticRun | null>(null)
  const columns = useColumns(setShown)
  const fixed = useMemo(() => ({ deviceId }), [deviceId])
  const name = device?.name ?? ''
  const batchActions = useCallback(
    (selection: Selection<DiagnosticRun>) => <CompareButton rows={selection.rows} onCompare={compare} />,
    [compare],
  )
  useLiveReads(runList, ['diagnostic.changed'])
  return (
    <>
      <ListPage
        name="diagnostics"
        title={t('diagnostics.listTitle', { name })}
        endpoint={runList}
        fixedInput={fixed}
        columns={columns}
        fields={fields}
        defaultSort="-createdAt"
        rowKey={({ id }) => id}
        rowName={(run) => `${t(`diagnostics.kinds.${run.kind}`)} ${run.target}`}
        exportCsv={{
          endpoint: 'POST /api/v1/device/:deviceId/diagnostics/export',
          label: t('diagnostics.exportLabel'),
        }}
        actions={
          <RowLink to={`${paths.smartCpe(deviceId)}?tab=diagnostics`}>
            {t('shell.titles.smartCpeDetail')}
          </RowLink>
        }
        batchActions={batchActions}
        empty={
          <EmptyState
            title={t('diagnostics.none')}
            hint={t('diagnostics.noneHint')}
            action={
              <RowLink to={`${paths.smartCpe(deviceId)}?tab=diagnostics`}>
                {t('shell.titles.smartCpeDetail')}
              </RowLink>
            }
          />
        }
      />
      {shown !== null && <RunDrawer key={shown.id} run={shown} onClose={() => setShown(null)} />}
      {compared.about !== null && (
        <RunCompare runs={compared.about} open={compared.open} onClose={compared.close} />
      )}
    </>
  )
}

function CompareButton({
  rows,
  onCompare,
}: {
  rows: readonly DiagnosticRun[]
  onCompare: (rows: readonly DiagnosticRun[]) => void
}) {
  const { t } = useTranslation()
  const [one, other] = rows
  const fits = rows.length === 2 && one?.kind === other?.kind
  return (
    <Tooltip title={fits ? '' : t('diagnostics.compareHint')}>
      <Button disabled={!fits} onClick={() => onCompare(rows)}>
        {t('diagnostics.compareTwo')}
      </Button>
    </Tooltip>
  )
}

function useFields(): readonly SearchField[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      {
        kind: 'multi',
        name: 'kind',
        label: t('diagnostics.kind'),
        options: diagnosticKinds.map((value) => ({ value, label: t(`diagnostics.kinds.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'state',
        label: t('diagnostics.state'),
        options: diagnosticStates.map((value) => ({ value, label: t(`diagnostics.states.${value}`) })),
      },
      {
        kind: 'text',
        name: 'target',
        label: t('diagnostics.target'),
        placeholder: t('diagnostics.hostHint'),
      },
      {
        kind: 'select',
        name: 'range',
        label: t('diagnostics.rangeLabel'),
        options: diagnosticRanges.map((value) => ({ value, label: t(`diagnostics.ranges.${value}`) })),
      },
    ],
    [t],
  )
}

function useColumns(onShow: (run: DiagnosticRun) => void): readonly ListColumn<DiagnosticRun>[] {
  const { t } = useTranslation()
  const summary = useRunSummary()
  const wayOut = useWayOut()
  return useMemo(
    () => [
      {
        key: 'kind',
        title: t('diagnostics.kind'),
        width: 120,
        sortable: true,
        render: (run) => (
          <button type="button" className="check-link" onClick={() => onShow(run)}>
            {t(`diagnostics.kinds.${run.kind}`)}
          </button>
        ),
      },
      {
        key: 'target',
        title: t('diagnostics.target'),
        width: 190,
        sortable: true,
        phone: 'value',
        render: ({ target }) => <span className="mono">{target}</span>,
      },
      {
        key: 'interface',
        title: t('diagnostics.interface'),
        width: 150,
        render: (run) => wayOut(run) || '—',
      },
      {
        key: 'state',
        title: t('diagnostics.state'),
        width: 110,
        sortable: true,
        phone: 'status',
        render: ({ state }) => (
          <StatusTag tone={runTones[state]}>{t(`diagnostics.states.${state}`)}</StatusTag>
        ),
      },
      { key: 'result', title: t('diagnostics.result'), width: 270, phone: 'value', render: summary },
      {
        key: 'startedBy',
        title: t('diagnostics.startedBy'),
        width: 140,
        render: ({ createdByName, checkId }) =>
          checkId === null
            ? (createdByName ?? '—')
            : `${createdByName ?? '—'} · ${t('diagnostics.fromCheck')}`,
      },
      {
        key: 'createdAt',
        title: t('diagnostics.createdAt'),
        width: 120,
        sortable: true,
        phone: 'value',
        render: ({ createdAt }) => <RelativeTime at={createdAt} />,
      },
    ],
    [t, summary, wayOut, onShow],
  )
}
