import { useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { DetailPage, Panel } from '../../ui/detail-page.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { KeyState } from './key-state.tsx'
import { NarrowDrawer } from './narrow-drawer.tsx'
import { RunningPanel } from './running-panel.tsx'
import { afterIssued, type IssuedKey, issuedRead, issuedUses } from './sharing.ts'
import { useTermsFacts } from './terms-facts.tsx'
import { UsesPanel, usesPageSize } from './uses-panel.tsx'

export function SharingKeyPage() {
  const { keyId = '' }: { keyId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_SHARING') ? <Page key={keyId} keyId={keyId} /> : <NoPermissionState />
}

/** A key that the company has issued: what it opens, for whom, what runs under it, and what was done. */
function Page({ keyId }: { keyId: string }) {
  const { t } = useTranslation()
  const answer = useApi(issuedRead, { keyId })
  const key = answer.data
  const [page, setPage] = useState(1)
  const uses = useApi(issuedUses, { keyId, page, pageSize: usesPageSize }, { keepPrevious: true }).data
  const facts = useTermsFacts()
  useLiveReads(issuedRead, ['sharing.changed'])
  useLiveReads(issuedUses, ['sharing.changed'])
  return (
    <DetailPage
      title={key?.name ?? t('shell.titles.sharingKey')}
      path={paths.sharingKey(keyId)}
      back={paths.sharing}
      loading={key === undefined}
      error={key === undefined ? answer.error : null}
      onRetry={() => void answer.refetch()}
      tabs={
        key === undefined
          ? []
          : [
              {
                key: 'key',
                label: '',
                content: (
                  <>
                    <RunningPanel sharingKey={key} />
                    <Redeemers sharingKey={key} />
                    <UsesPanel uses={uses} daily={key.daily} page={page} onPage={setPage} />
                  </>
                ),
              },
            ]
      }
      {...(key !== undefined && {
        status: <KeyState state={key.state} />,
        subtitle: <span className="mono">{key.prefix}…</span>,
        facts: [
          ...facts(key),
          ...(key.kind === 'parts'
            ? [
                {
                  label: t('sharing.models'),
                  value: key.models.map(({ name }) => name).join(', ') || t('sharing.modelsAll'),
                },
              ]
            : []),
          { label: t('sharing.company'), value: key.forCompany ?? t('sharing.anyCompany') },
        ],
        ...(key.endedAt === null && { actions: <Acts sharingKey={key} /> }),
      })}
    />
  )
}

function Acts({ sharingKey }: { sharingKey: IssuedKey }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const mayEdit = useMay('DMS_SERVER_SHARING_EDIT')
  const [open, setOpen] = useState(false)
  const revoke = useAct('POST /api/v1/work/sharing/issued/:keyId/revoke', { refresh: afterIssued })
  if (!mayEdit) return null
  const { id: keyId, name, onEnd, assignments, reservations } = sharingKey
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('sharing.edit')}</Button>
      <Button
        danger
        onClick={() =>
          void confirm({
            title: t('sharing.revokeTitle', { name }),
            text: t('sharing.revokeText', {
              assignments: assignments.length,
              reservations: reservations.length,
              rule: t(`sharing.rules.${onEnd}`),
            }),
            action: t('sharing.revoke'),
            act: () => revoke.mutateAsync({ keyId }),
          })
        }
      >
        {t('sharing.revoke')}
      </Button>
      <NarrowDrawer sharingKey={sharingKey} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

function Redeemers({ sharingKey: { redeemers } }: { sharingKey: IssuedKey }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Panel title={t('sharing.redeemers')}>
      {redeemers.length === 0 ? (
        <EmptyState title={t('sharing.redeemersNone')} hint={t('sharing.redeemersNoneHint')} />
      ) : (
        <ul className="sharing-history">
          {redeemers.map(({ companyName, redeemedAt, redeemedBy, endedAt }) => (
            <li key={`${companyName} ${redeemedAt}`}>
              <strong>{companyName}</strong>
              <span className="quiet">
                {t('sharing.redeemedOf', { person: redeemedBy, time: format.dateTime(redeemedAt) })}
              </span>
              {endedAt !== null && <KeyState state="given_back" />}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
