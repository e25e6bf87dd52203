import type { EndpointInput } from '@netward/contract'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { type Outcome, useBatch } from '../../ui/use-batch.ts'
import { alarmReads } from './alarm.ts'

export type AlarmAct = EndpointInput<'POST /monitor/api/v1/alarm/batch/act'>['act']

/** Acts on alarms; resolves with those that refused. */
export function useAlarmActs(): (ids: readonly string[], act: AlarmAct) => Promise<Outcome['failed']> {
  const { t } = useTranslation()
  const batch = useBatch()
  const send = useAct('POST /monitor/api/v1/alarm/batch/act', { errors: 'caller', refresh: alarmReads })
  return async (ids, act) => {
    const { accepted, failed } = await batch(t(`alarms.acts.${act.kind}`), () =>
      send.mutateAsync({ alarmIds: [...ids], act }),
    )
    if (accepted > 0) notify.success(t('alarms.acted', { count: accepted }))
    return failed
  }
}
