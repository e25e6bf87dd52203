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
import { DetailPage } from '../../ui/detail-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import { KeyState } from './key-state.tsx'
import { afterRedeemed, type RedeemedKey, redeemedRead, redeemedUses } from './sharing.ts'
import { useTermsFacts } from './terms-facts.tsx'
import { UsesPanel, usesPageSize } from './uses-panel.tsx'

export function RedeemedKeyPage() {
  const { redemptionId = '' }: { redemptionId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_SHARING') ? (
    <Page key={redemptionId} redemptionId={redemptionId} />
  ) : (
    <NoPermissionState />
  )
}

/** A key of another company that this one has redeemed. */
function Page({ redemptionId }: { redemptionId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const answer = useApi(redeemedRead, { redemptionId })
  const key = answer.data
  const [page, setPage] = useState(1)
  const uses = useApi(
    redeemedUses,
    { redemptionId, page, pageSize: usesPageSize },
    { keepPrevious: true },
  ).data
  const facts = useTermsFacts()
  useLiveReads(redeemedRead, ['sharing.changed'])
  useLiveReads(redeemedUses, ['sharing.changed'])
  return (
    <DetailPage
      title={key?.name ?? t('shell.titles.sharingKey')}
      path={paths.sharingRedemption(redemptionId)}
      back={paths.sharingRedeemed}
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
                content: <UsesPanel uses={uses} daily={key.daily} page={page} onPage={setPage} />,
              },
            ]
      }
      {...(key !== undefined && {
        status: <KeyState state={key.state} />,
        subtitle: t('sharing.origin', { company: key.companyName }),
        facts: [
          ...facts(key),
          { label: t('sharing.running'), value: t('sharing.runningOf', { count: key.running }) },
          {
            label: t('sharing.redeemedAt'),
            value: t('sharing.redeemedOf', { person: key.redeemedBy, time: format.dateTime(key.redeemedAt) }),
          },
          {
            label: t('sharing.openOnes'),
            value: (
              <RowLink to={key.kind === 'parts' ? paths.sharedStock : paths.orders}>
                {t(key.kind === 'parts' ? 'shell.titles.sharedStock' : 'shell.titles.orders')}
              </RowLink>
            ),
          },
        ],
        ...(!['given_back', 'moved'].includes(key.state) && { actions: <GiveBack sharingKey={key} /> }),
      })}
    />
  )
}

function GiveBack({ sharingKey: { id: redemptionId, name, running, onEnd } }: { sharingKey: RedeemedKey }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const end = useAct('POST /api/v1/work/sharing/redeemed/:redemptionId/end', { refresh: afterRedeemed })
  if (!useMay('DMS_SERVER_SHARING_EDIT')) return null
  return (
    <Button
      danger
      onClick={() =>
        void confirm({
          title: t('sharing.giveBackTitle', { name }),
          text: t('sharing.giveBackText', { count: running, rule: t(`sharing.rules.${onEnd}`) }),
          action: t('sharing.giveBack'),
          act: () => end.mutateAsync({ redemptionId }),
        })
      }
    >
      {t('sharing.giveBack')}
    </Button>
  )
}
