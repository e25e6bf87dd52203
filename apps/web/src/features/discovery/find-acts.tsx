import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { Permission } from '../../ui/permission.tsx'
import type { Selection } from '../../ui/list-page.tsx'
import { useBatch } from '../../ui/use-batch.ts'
import { afterJob, type FindRow } from './discovery.ts'

const waits = ({ state }: FindRow) => state === 'new' || state === 'conflict' || state === 'ignored'

/** What a person decides about one find. */
export function FindActs({ find, onTake }: { find: FindRow; onTake: () => void }) {
  const { t } = useTranslation()
  const link = useAct('POST /monitor/api/v1/discovery/find/:findId/link', { refresh: afterJob })
  if (!waits(find)) return null
  const { id: findId, address } = find
  return (
    <Permission codes={['DMS_SERVER_DEVICE_EDIT']}>
      <Button type="link" size="small" aria-label={`${t('discovery.take')} ${address}`} onClick={onTake}>
        {t('discovery.take')}
      </Button>
      {find.claims.map(({ deviceId, name }) =>
        deviceId === null ? null : (
          <Button
            key={deviceId}
            type="link"
            size="small"
            disabled={link.isPending}
            onClick={() => link.mutate({ findId, deviceId })}
          >
            {t('discovery.same', { name })}
          </Button>
        ),
      )}
    </Permission>
  )
}

/** The same for those that are selected. */
export function FindBatch({ jobId, selection }: { jobId: string; selection: Selection<FindRow> }) {
  const { t } = useTranslation()
  const batch = useBatch()
  const take = useAct('POST /monitor/api/v1/discovery/find/batch/take', {
    errors: 'caller',
    refresh: afterJob,
  })
  const ignore = useAct('POST /monitor/api/v1/discovery/find/batch/ignore', { refresh: afterJob })
  const findIds = [...selection.ids]
  const takeAll = async () => {
    const { failed } = await batch(t('discovery.take'), () => take.mutateAsync({ jobId, findIds }))
    selection.keep(failed)
  }
  const leaveOut = (ignored: boolean) =>
    ignore.mutate({ jobId, findIds, ignored }, { onSuccess: () => selection.clear() })
  return (
    <Permission codes={['DMS_SERVER_DEVICE_EDIT']}>
      <Button type="primary" loading={take.isPending} onClick={() => void takeAll().catch(() => {})}>
        {t('discovery.take')}
      </Button>
      <Button disabled={ignore.isPending} onClick={() => leaveOut(true)}>
        {t('discovery.ignore')}
      </Button>
      <Button disabled={ignore.isPending} onClick={() => leaveOut(false)}>
        {t('discovery.putBack')}
      </Button>
    </Permission>
  )
}
