import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { useFormat } from '../../lib/format.ts'
import { useAct } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { afterMaintenance, maintenanceCalendar, maintenanceList, type MaintenanceRow } from './maintenance.ts'
import { MaintenanceDrawer } from './maintenance-drawer.tsx'
import { MaintenanceStrip } from './maintenance-strip.tsx'

const tones = { now: 'busy', coming: 'waiting', past: 'off' } as const

export function MaintenanceList() {
  return useMay('DMS_SERVER_ALARM') ? <List /> : <NoPermissionState />
}

/** Announced work of the company acted in: now, coming and past. */
function List() {
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  const columns = useColumns()
  useLiveReads(maintenanceList, ['maintenance.changed'])
  useLiveReads(maintenanceCalendar, ['maintenance.changed'])
  const fields = useMemo(
    (): readonly SearchField[] => [
      { kind: 'text', name: 'search', label: t('alarms.maintenance.name') },
      {
        kind: 'select',
        name: 'state',
        label: t('alarms.state'),
        options: (['now', 'coming', 'past'] as const).map((value) => ({
          value,
          label: t(`alarms.maintenance.states.${value}`),
        })),
      },
    ],
    [t],
  )
  const rowActions = useCallback((row: MaintenanceRow) => <RowActs row={row} />, [])
  const addButton = (
    <Permission codes={['DMS_SERVER_ALARM_EDIT']}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
        {t('alarms.maintenance.add')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="maintenance"
        title={t('shell.titles.maintenance')}
        endpoint={maintenanceList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowActions={rowActions}
        actionsWidth={140}
        defaultSort="-startsAt"
        actions={addButton}
        summary={<MaintenanceStrip />}
        empty={
          <EmptyState
            title={t('alarms.maintenance.none')}
            hint={t('alarms.maintenance.noneHint')}
            action={addButton}
          />
        }
      />
      <MaintenanceDrawer open={adding} onClose={() => setAdding(false)} />
    </>
  )
}

type What = 'approve' | 'end' | 'endSeries' | 'delete'

function RowActs({ row }: { row: MaintenanceRow }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const refresh = { refresh: afterMaintenance }
  const approve = useAct('POST /monitor/api/v1/alarm/maintenance/:windowId/approve', refresh)
  const end = useAct('POST /monitor/api/v1/alarm/maintenance/:windowId/end', refresh)
  const remove = useAct('DELETE /monitor/api/v1/alarm/maintenance/:windowId', refresh)
  const { id: windowId, name, state, mayApprove, repeat } = row
  const ask = (what: What, act: () => Promise<unknown>) =>
    void confirm({
      title: t(`alarms.maintenance.asks.${what}`, { name }),
      text: t(`alarms.maintenance.effects.${what}`),
      action: t(`alarms.maintenance.acts.${what}`),
      danger: what !== 'approve',
      act,
    })
  const button = (what: What, act: () => Promise<unknown>) => (
    <Button
      type="link"
      size="small"
      danger={what !== 'approve'}
      aria-label={`${t(`alarms.maintenance.acts.${what}`)} ${name}`}
      onClick={() => ask(what, act)}
    >
      {t(`alarms.maintenance.acts.${what}`)}
    </Button>
  )
  return (
    <Permission codes={['DMS_SERVER_ALARM_EDIT']}>
      {mayApprove && button('approve', () => approve.mutateAsync({ windowId }))}
      {state === 'now' && button('end', () => end.mutateAsync({ windowId }))}
      {state === 'now' &&
        repeat !== null &&
        button('endSeries', () => end.mutateAsync({ windowId, series: true }))}
      {state === 'coming' && button('delete', () => remove.mutateAsync({ windowId }))}
    </Permission>
  )
}

function useColumns(): readonly ListColumn<MaintenanceRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    (): readonly ListColumn<MaintenanceRow>[] => [
      {
        key: 'name',
        title: t('alarms.maintenance.name'),
        width: 150,
        render: ({ name }) => name,
      },
      {
        key: 'state',
        title: t('alarms.state'),
        width: 140,
        phone: 'status',
        render: ({ state, repeat }) => (
          <>
            <StatusTag tone={tones[state]}>{t(`alarms.maintenance.states.${state}`)}</StatusTag>
            {repeat !== null && (
              <span title={`${repeat.rule} ${repeat.timeZone}`}>
                <StatusTag tone="off">{t('alarms.maintenance.repeats')}</StatusTag>
              </span>
            )}
          </>
        ),
      },
      {
        key: 'approval',
        title: t('alarms.maintenance.approval'),
        width: 140,
        phone: 'value',
        render: ({ late, approvedAt }) =>
          late ? (
            <StatusTag tone={approvedAt === null ? 'warn' : 'ok'}>
              {t(approvedAt === null ? 'alarms.maintenance.unapproved' : 'alarms.maintenance.approved')}
            </StatusTag>
          ) : (
            '—'
          ),
      },
      {
        key: 'startsAt',
        title: t('alarms.maintenance.startsAt'),
        width: 150,
        sortable: true,
        phone: 'value',
        render: (row) => format.dateTime(row.startsAt),
      },
      {
        key: 'endsAt',
        title: t('alarms.maintenance.endsAt'),
        width: 150,
        phone: 'value',
        render: (row) => format.dateTime(row.endsAt),
      },
      {
        key: 'covers',
        title: t('alarms.maintenance.covers'),
        width: 140,
        render: ({ wholeCompany, outlets, devices }) =>
          wholeCompany
            ? t('alarms.maintenance.wholeCompany')
            : [...outlets, ...devices].map(({ name }) => name).join(t('alarms.rules.comma')),
      },
      {
        key: 'reason',
        title: t('alarms.maintenance.reason'),
        width: 200,
        hidden: true,
        render: (row) => row.reason,
      },
      {
        key: 'enteredBy',
        title: t('alarms.maintenance.enteredBy'),
        width: 160,
        hidden: true,
        render: ({ enteredBy, enteredByCompanyName }) =>
          enteredByCompanyName === null
            ? enteredBy
            : t('alarms.actorOf', { name: enteredBy, company: enteredByCompanyName }),
      },
    ],
    [t, format],
  )
}
