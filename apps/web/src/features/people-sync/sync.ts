import type { EndpointKey, EndpointOutput } from '@netward/contract'
import { type SendFailureReason, sendFailures } from '@netward/contract/integration-values'
import { type SyncAct, type SyncEnd, syncEnds, type SyncState } from '@netward/contract/people-sync-values'
import { useTranslation } from 'react-i18next'
import type { StatusTone } from '../../ui/status-tag.tsx'

const base = '/api/v1/integration/:channelId/sync'
export const syncRead = `GET ${base}` as const
export const runRead = `GET ${base}/runs/:runId` as const
export const runList = `POST ${base}/runs/lists` as const
export const changeList = `POST ${base}/runs/:runId/changes/lists` as const
export const questionList = `POST ${base}/questions/lists` as const

export type Sync = EndpointOutput<typeof syncRead>
export type Run = EndpointOutput<typeof runRead>
export type Change = EndpointOutput<typeof changeList>['items'][number]
export type Question = EndpointOutput<typeof questionList>['items'][number]

/** Refetched after an act. */
export const afterAct: readonly EndpointKey[] = [syncRead, runRead, runList, changeList, questionList]

export const stateTones: Record<SyncState, StatusTone> = {
  reading: 'busy',
  waiting: 'waiting',
  applying: 'busy',
  done: 'ok',
  failed: 'bad',
  stopped: 'off',
}

export const actTones: Record<SyncAct, StatusTone> = {
  add_department: 'ok',
  rename_department: 'busy',
  move_department: 'busy',
  remove_department: 'bad',
  add: 'ok',
  link: 'ok',
  new_id: 'busy',
  rename: 'busy',
  move: 'busy',
  roles: 'busy',
  enable: 'ok',
  disable: 'bad',
  keep: 'off',
  ask: 'waiting',
}

const isEnd = (why: string): why is SyncEnd => syncEnds.some((one) => one === why)
const isFailure = (why: string): why is SendFailureReason => sendFailures.some((one) => one === why)

/** Why a run ended before its end, with the words of the service. */
export function useEndText(): (run: Pick<Run, 'why' | 'detail'>) => string {
  const { t } = useTranslation()
  return ({ why, detail }) => {
    if (why === null) return ''
    const reason = isEnd(why)
      ? t(`peopleSync.ends.${why}`)
      : isFailure(why)
        ? t(`integrations.failures.${why}`)
        : why
    return detail === '' ? reason : t('integrations.said', { reason, detail })
  }
}
