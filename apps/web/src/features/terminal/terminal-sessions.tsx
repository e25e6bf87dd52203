import { openTerminalStates, terminalStates } from '@netward/contract/terminal-values'
import { Button, Tag } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useActing, useSession } from '../../lib/session.ts'
import { useAct } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { clock } from './clock.ts'
import { ReplayDrawer } from './replay-drawer.tsx'
import { RulesDrawer } from './rules-drawer.tsx'
import type { TerminalRow } from './terminal-tab.ts'
import { useDecide } from './use-decide.ts'
import { WatchDrawer } from './watch-drawer.tsx'
import './terminal.css'

const list = 'POST /api/v1/device/terminal/lists'

/** Who was on which device and why; running sessions can be ended, all can be watched. */
export function TerminalSessions() {
  const { t } = useTranslation()
  const [replayed, setReplayed] = useState<TerminalRow | null>(null)
  const fields = useFields()
  const columns = useColumns()
  const [watched, setWatched] = useState<TerminalRow | null>(null)
  const [ruling, setRuling] = useState(false)
  const end = useForcedEnd()
  const rowActions = useCallback(
    (row: TerminalRow) => <Actions row={row} onReplay={setReplayed} onWatch={setWatched} />,
    [],
  )
  useLiveReads(list, ['terminal.changed'])
  return (
    <>
      <ListPage
        name="terminals"
        title={t('terminals.sessionsTitle')}
        endpoint={list}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ deviceName, personName }) => `${personName} · ${deviceName}`}
        exportCsv={{ endpoint: 'POST /api/v1/device/terminal/export', label: t('terminals.exportLabel') }}
        actions={<Button onClick={() => setRuling(true)}>{t('terminals.rules')}</Button>}
        actionsWidth={200}
        rowActions={rowActions}
        empty={
          <EmptyState
            title={t('terminals.noSessions')}
            hint={t('terminals.noneHint')}
            action={<RowLink to={paths.remoteTerminal}>{t('shell.titles.remoteTerminal')}</RowLink>}
          />
        }
      />
      <RulesDrawer open={ruling} onClose={() => setRuling(false)} />
      {watched !== null && (
        <WatchDrawer
          key={watched.id}
          terminal={watched}
          onEnd={() => end(watched)}
          onClose={() => setWatched(null)}
        />
      )}
      {replayed !== null && (
        <ReplayDrawer key={replayed.id} terminal={replayed} onClose={() => setReplayed(null)} />
      )}
    </>
  )
}

function Actions(props: {
  row: TerminalRow
  onReplay: (row: TerminalRow) => void
  onWatch: (row: TerminalRow) => void
}) {
  const { t } = useTranslation()
  const { row, onReplay, onWatch } = props
  const { decide, isPending } = useDecide()
  // The company's own people decide.
  const atHome = useSession()?.user.companyId === row.companyId
  const mayDecide = useActing() === null && atHome
  const end = useForcedEnd()
  return (
    <>
      {row.state === 'asking' && mayDecide && (
        <>
          <Button type="link" size="small" disabled={isPending} onClick={() => decide(row.id, true)}>
            {t('terminals.allow')}
          </Button>
          <Button type="link" size="small" danger disabled={isPending} onClick={() => decide(row.id, false)}>
            {t('terminals.refuse')}
          </Button>
        </>
      )}
      {row.state === 'running' && (
        <Button type="link" size="small" onClick={() => onWatch(row)}>
          {t('terminals.watch')}
        </Button>
      )}
      {(row.state === 'ended' || row.startedAt !== null) && (
        <Button type="link" size="small" onClick={() => onReplay(row)}>
          {t('terminals.replay')}
        </Button>
      )}
      {openTerminalStates.some((state) => state === row.state) && (
        <Button type="link" size="small" danger onClick={() => end(row)}>
          {t('terminals.forceEnd')}
        </Button>
      )}
    </>
  )
}

function useForcedEnd(): (row: TerminalRow) => void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const end = useAct('POST /api/v1/device/terminal/:terminalId/end', { refresh: [list] })
  return (row) =>
    void confirm({
      title: t('terminals.forceEndTitle', { person: row.personName, device: row.deviceName }),
      action: t('terminals.forceEnd'),
      act: async () => {
        await end.mutateAsync({ terminalId: row.id })
        notify.success(t('terminals.forceEnded'))
      },
    })
}

function useFields(): readonly SearchField[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      { kind: 'text', name: 'search', label: t('terminals.searchLabel'), placeholder: t('terminals.search') },
      {
        kind: 'multi',
        name: 'state',
        label: t('terminals.stateLabel'),
        options: terminalStates.map((value) => ({ value, label: t(`terminals.state.${value}`) })),
      },
    ],
    [t],
  )
}

const tones = {
  asking: 'warn',
  waiting: 'waiting',
  running: 'ok',
  ended: 'off',
  failed: 'warn',
} as const

function useColumns(): readonly ListColumn<TerminalRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    () => [
      {
        key: 'createdAt',
        title: t('terminals.createdAt'),
        width: 150,
        render: (row) => format.dateTime(row.createdAt),
      },
      {
        key: 'person',
        title: t('terminals.person'),
        width: 160,
        phone: 'value',
        render: ({ personName, fromOutside }) => (
          <>
            {personName} {fromOutside && <Tag>{t('terminals.outside')}</Tag>}
          </>
        ),
      },
      {
        key: 'device',
        title: t('terminals.device'),
        width: 160,
        phone: 'value',
        render: ({ deviceId, deviceName }) => (
          <RowLink to={paths.smartCpe(deviceId)}>{deviceName || deviceId}</RowLink>
        ),
      },
      {
        key: 'reason',
        title: t('terminals.reason'),
        width: 190,
        phone: 'value',
        render: ({ reason, withheld }) =>
          withheld ? <span className="quiet">{t('terminals.withheld')}</span> : reason,
      },
      {
        key: 'state',
        title: t('terminals.stateLabel'),
        width: 130,
        phone: 'status',
        render: ({ state }) => <StatusTag tone={tones[state]}>{t(`terminals.state.${state}`)}</StatusTag>,
      },
      {
        key: 'outcome',
        title: t('terminals.outcomeLabel'),
        width: 200,
        render: ({ outcome, endedBy, decidedBy, askedUntil }) =>
          [
            outcome === null ? '' : t(`terminals.outcome.${outcome}`),
            endedBy ?? '',
            askedUntil === null ? '' : t('terminals.askedUntil', { time: format.dateTime(askedUntil) }),
            decidedBy === null || decidedBy === endedBy ? '' : t('terminals.decidedBy', { name: decidedBy }),
          ]
            .filter((part) => part !== '')
            .join(' · ') || '—',
      },
      {
        key: 'duration',
        title: t('terminals.duration'),
        width: 100,
        render: ({ startedAt, endedAt }) =>
          startedAt === null || endedAt === null
            ? '—'
            : clock((Date.parse(endedAt) - Date.parse(startedAt)) / 1000),
      },
      {
        key: 'from',
        title: t('terminals.from'),
        width: 140,
        render: ({ remoteAddress }) => remoteAddress || '—',
      },
      { key: 'company', title: t('terminals.company'), width: 150, render: ({ companyName }) => companyName },
    ],
    [t, format],
  )
}
