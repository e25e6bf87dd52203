import { activeSyncStates, readsChanges } from '@netward/contract/people-sync-values'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { WhyButton } from '../../ui/why-button.tsx'
import { afterAct, type Run, type Sync } from './sync.ts'

/** What can be done with a run in its state. */
export function RunActs({ channelId, run, sync }: { channelId: string; run: Run; sync: Sync }) {
  const { t } = useTranslation()
  const format = useFormat()
  const confirm = useConfirm()
  const stop = useAct('POST /api/v1/integration/:channelId/sync/:runId/stop', { refresh: afterAct })
  const carryOut = useAct('POST /api/v1/integration/:channelId/sync/:runId/confirm', { refresh: afterAct })
  const reason = useWhyNot(sync)
  const given = { channelId, runId: run.id }
  const disable = run.counts.disable ?? 0
  const isWaiting = run.state === 'waiting'
  if (!isWaiting && !activeSyncStates.includes(run.state)) return null
  const askStop = () =>
    confirm({
      title: t(isWaiting ? 'peopleSync.discardTitle' : 'peopleSync.stopTitle'),
      text: t(isWaiting ? 'peopleSync.discardText' : 'peopleSync.stopText'),
      action: t(isWaiting ? 'peopleSync.discard' : 'peopleSync.stop'),
      act: () => stop.mutateAsync(given),
    })
  const askConfirm = () =>
    confirm({
      title: t('peopleSync.confirmTitle', { count: run.planned }),
      text: t('peopleSync.confirmText', {
        add: run.counts.add ?? 0,
        disable,
        share: format.number(Math.round((1000 * disable) / Math.max(1, sync.members)) / 10),
      }),
      action: t('peopleSync.confirm'),
      danger: disable > 0,
      act: () => carryOut.mutateAsync(given),
    })
  return (
    <>
      <WhyButton
        reason={sync.mayEdit ? null : t('peopleSync.administratorsOnly')}
        onClick={() => void askStop()}
      >
        {t(isWaiting ? 'peopleSync.discard' : 'peopleSync.stop')}
      </WhyButton>
      {isWaiting && (
        <WhyButton type="primary" reason={reason} onClick={() => void askConfirm()}>
          {t('peopleSync.confirm')}
        </WhyButton>
      )}
    </>
  )
}

/** Begins a run: dry, or, once one was confirmed, one that is carried out. */
export function StartActs({ channelId, sync }: { channelId: string; sync: Sync }) {
  const { t } = useTranslation()
  const reason = useWhyNot(sync)
  const start = useAct('POST /api/v1/integration/:channelId/sync/start', { refresh: afterAct })
  const begin = (dry: boolean, reading: 'full' | 'incremental' = 'full') =>
    start.mutateAsync({ channelId, dry, reading }).then(
      () => notify.success(t('peopleSync.started')),
      () => undefined,
    )
  const { lastRun, confirmedAt } = sync
  if (lastRun !== null && activeSyncStates.includes(lastRun.state)) return null
  return (
    <>
      <WhyButton
        type={confirmedAt === null && lastRun?.state !== 'waiting' ? 'primary' : 'default'}
        reason={reason}
        loading={start.isPending}
        onClick={() => void begin(true)}
      >
        {t('peopleSync.dryRun')}
      </WhyButton>
      {confirmedAt !== null && (
        <>
          <WhyButton
            reason={reason ?? (readsChanges(sync.kind) ? null : t('peopleSync.readsAll'))}
            loading={start.isPending}
            onClick={() => void begin(false, 'incremental')}
          >
            {t('peopleSync.runChanges')}
          </WhyButton>
          <WhyButton reason={reason} loading={start.isPending} onClick={() => void begin(false)}>
            {t('peopleSync.runNow')}
          </WhyButton>
        </>
      )}
    </>
  )
}

function useWhyNot({ mayEdit, paused }: Sync): string | null {
  const { t } = useTranslation()
  if (!mayEdit) return t('peopleSync.administratorsOnly')
  return paused ? t('peopleSync.pausedChannel') : null
}
