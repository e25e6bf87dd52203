import { PlusOutlined } from '@ant-design/icons'
import { type PartClaimState, partClaimStates } from '@netward/contract/part-values'
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
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { AnswerClaimDrawer } from './answer-claim-drawer.tsx'
import { EndClaimDrawer } from './end-claim-drawer.tsx'
import { type Claim, claimList, claimName } from './part.ts'
import { SendClaimDrawer } from './send-claim-drawer.tsx'

const tones: Record<PartClaimState, StatusTone> = {
  sent: 'waiting',
  answered: 'busy',
  repaired: 'ok',
  replaced: 'ok',
  refused: 'bad',
}

export function PartClaimList() {
  return useMay('DMS_SERVER_PART') ? <List /> : <NoPermissionState />
}

/** Defective parts at their vendors: those that are due first. */
function List() {
  const { t } = useTranslation()
  const mayEdit = useMay('DMS_SERVER_PART_EDIT')
  const columns = useColumns()
  const [sending, setSending] = useState(false)
  const [acting, setActing] = useState<{ claim: Claim; act: 'answer' | 'end' } | null>(null)
  useLiveReads(claimList, ['part.changed'])
  const fields = useMemo(
    (): readonly SearchField[] => [
      { kind: 'text', name: 'search', label: t('parts.searchLabel'), placeholder: t('parts.claimSearch') },
      {
        kind: 'multi',
        name: 'state',
        label: t('parts.claimState'),
        options: partClaimStates.map((value) => ({ value, label: t(`parts.claimStates.${value}`) })),
      },
      {
        kind: 'select',
        name: 'overdue',
        label: t('parts.dueOn'),
        options: [{ value: 'yes', label: t('parts.claimOverdueYes') }],
      },
    ],
    [t],
  )
  const rowActions = useCallback(
    (claim: Claim) =>
      claim.endedAt !== null
        ? null
        : (['answer', 'end'] as const).map((act) => {
            const label = t(act === 'answer' ? 'parts.claimAnswer' : 'parts.claimEnd')
            return (
              <Button
                key={act}
                type="link"
                size="small"
                aria-label={`${label} ${claimName(claim)}`}
                onClick={() => setActing({ claim, act })}
              >
                {label}
              </Button>
            )
          }),
    [t],
  )
  const send = (
    <Permission codes={['DMS_SERVER_PART_EDIT']}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setSending(true)}>
        {t('parts.claim')}
      </Button>
    </Permission>
  )
  const close = () => setActing(null)
  return (
    <>
      <ListPage
        name="partClaims"
        title={t('shell.titles.partClaims')}
        endpoint={claimList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={claimName}
        {...(mayEdit && { rowActions, actionsWidth: 190 })}
        defaultSort="due"
        exportCsv={{ endpoint: 'POST /api/v1/work/part/claim/export', label: t('shell.titles.partClaims') }}
        actions={send}
        empty={<EmptyState title={t('parts.claimsNone')} hint={t('parts.claimsNoneHint')} action={send} />}
      />
      <SendClaimDrawer open={sending} onClose={() => setSending(false)} />
      <AnswerClaimDrawer claim={acting?.claim ?? null} open={acting?.act === 'answer'} onClose={close} />
      <EndClaimDrawer claim={acting?.claim ?? null} open={acting?.act === 'end'} onClose={close} />
    </>
  )
}

function useColumns(): readonly ListColumn<Claim>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    (): readonly ListColumn<Claim>[] => [
      {
        key: 'model',
        title: t('parts.model'),
        width: 240,
        render: ({ brand, modelName, quantity, serialId }) =>
          `${brand} ${modelName}`.trim() + (serialId === null ? ` × ${quantity}` : ''),
      },
      {
        key: 'serial',
        title: t('parts.serial'),
        width: 200,
        phone: 'value',
        render: ({ serialId, serial }) =>
          serialId === null ? (
            '—'
          ) : (
            <RowLink to={paths.partSerial(serialId)}>
              <span className="mono">{serial}</span>
            </RowLink>
          ),
      },
      {
        key: 'state',
        title: t('parts.claimState'),
        width: 170,
        phone: 'status',
        render: ({ state }) => <StatusTag tone={tones[state]}>{t(`parts.claimStates.${state}`)}</StatusTag>,
      },
      { key: 'vendor', title: t('parts.vendor'), width: 140, phone: 'value', render: ({ vendor }) => vendor },
      {
        key: 'due',
        title: t('parts.dueOn'),
        width: 180,
        sortable: true,
        phone: 'value',
        render: ({ dueOn, overdue }) => (
          <>
            {dueOn ?? '—'} {overdue && <StatusTag tone="bad">{t('parts.claimOverdue')}</StatusTag>}
          </>
        ),
      },
      { key: 'reference', title: t('parts.rma'), width: 150, render: ({ reference }) => reference || '—' },
      {
        key: 'sentAt',
        title: t('parts.sentAt'),
        width: 220,
        sortable: true,
        render: ({ sentAt, sentBy }) => `${format.dateTime(sentAt)} ${sentBy}`,
      },
      {
        key: 'note',
        title: t('parts.note'),
        width: 240,
        render: ({ newSerial, note }) =>
          [newSerial !== null && t('parts.replacedBy', { serial: newSerial }), note]
            .filter(Boolean)
            .join(' · ') || '—',
      },
    ],
    [t, format],
  )
}
