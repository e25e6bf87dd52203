import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { type Access, accessList } from './access.ts'
import { ApproveDrawer } from './approve-drawer.tsx'

const states = ['waiting', 'approved', 'refused', 'ended'] as const
const hows = ['request', 'break_glass'] as const
const tones: Record<Access['state'], StatusTone> = {
  waiting: 'waiting',
  approved: 'ok',
  refused: 'warn',
  ended: 'off',
}

/** Access requests, and entries without a request. */
export function AccessList({ mayDecide }: { mayDecide: boolean }) {
  const { t } = useTranslation()
  const [approving, setApproving] = useState<{ access: Access | null; open: boolean }>({
    access: null,
    open: false,
  })
  const columns = useColumns()
  const refuse = useRefuse()
  const fields = useMemo<SearchField[]>(
    () => [
      {
        kind: 'select',
        name: 'state',
        label: t('acting.requests.state'),
        options: states.map((value) => ({ value, label: t(`acting.requests.states.${value}`) })),
      },
      {
        kind: 'select',
        name: 'how',
        label: t('acting.requests.how'),
        options: hows.map((value) => ({ value, label: t(`acting.requests.hows.${value}`) })),
      },
    ],
    [t],
  )
  useLiveReads(accessList, ['acting.changed'])
  const rowActions = useCallback(
    (row: Access) =>
      row.state === 'waiting' && mayDecide ? (
        <>
          <Button
            type="link"
            size="small"
            aria-label={`${t('acting.requests.approve')} ${row.name}`}
            onClick={() => setApproving({ access: row, open: true })}
          >
            {t('acting.requests.approve')}
          </Button>
          <Button
            type="link"
            size="small"
            danger
            aria-label={`${t('acting.requests.refuse')} ${row.name}`}
            onClick={() => refuse(row)}
          >
            {t('acting.requests.refuse')}
          </Button>
        </>
      ) : null,
    // oxlint-disable-next-line react/exhaustive-deps -- it asks and acts with what the row holds
    [t, mayDecide],
  )
  return (
    <>
      <ListPage
        name="acting-requests"
        title={t('acting.requests.title')}
        endpoint={accessList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowActions={rowActions}
        actionsWidth={140}
        defaultPageSize={20}
        empty={<EmptyState title={t('acting.requests.none')} hint={t('acting.requests.noneHint')} />}
      />
      <ApproveDrawer
        key={approving.access?.id ?? ''}
        access={approving.access}
        open={approving.open}
        onClose={() => setApproving((before) => ({ ...before, open: false }))}
      />
    </>
  )
}

function useRefuse(): (access: Access) => void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const refuse = useAct('POST /api/v1/auth/acting/request/:accessId/refuse', { refresh: [accessList] })
  return ({ id: accessId, name }) =>
    void confirm({
      title: t('acting.requests.refuseTitle', { name }),
      action: t('acting.requests.refuse'),
      act: async () => {
        await refuse.mutateAsync({ accessId })
        notify.success(t('acting.requests.refused'))
      },
    })
}

function useColumns(): readonly ListColumn<Access>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    () => [
      { key: 'name', title: t('acting.requests.name'), width: 120, render: ({ name }) => name },
      {
        key: 'state',
        title: t('acting.requests.state'),
        width: 100,
        phone: 'status',
        render: ({ state }) => (
          <StatusTag tone={tones[state]}>{t(`acting.requests.states.${state}`)}</StatusTag>
        ),
      },
      {
        key: 'companyName',
        title: t('acting.requests.company'),
        width: 150,
        phone: 'value',
        render: ({ companyName }) => companyName,
      },
      {
        key: 'how',
        title: t('acting.requests.how'),
        width: 110,
        phone: 'value',
        render: ({ how }) => t(`acting.requests.hows.${how}`),
      },
      {
        key: 'reason',
        title: t('acting.reason'),
        width: 240,
        phone: 'value',
        render: ({ reason }) => reason,
      },
      {
        key: 'askedAt',
        title: t('acting.requests.askedAt'),
        width: 166,
        render: ({ askedAt }) => format.dateTime(askedAt),
      },
      {
        key: 'until',
        title: t('acting.requests.until'),
        width: 166,
        render: ({ until }) => format.dateTime(until),
      },
      {
        key: 'decidedBy',
        title: t('acting.requests.decidedBy'),
        width: 120,
        hidden: true,
        render: ({ decidedBy }) => decidedBy ?? '—',
      },
    ],
    [t, format],
  )
}
