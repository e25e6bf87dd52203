import { discoveryMoveNames, mayEditDiscovery, mayMoveDiscovery } from '@netward/contract/states/discovery'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Permission } from '../../ui/permission.tsx'
import { afterJob, type JobRow } from './discovery.ts'

/** What the state of a job allows. */
export function JobMoves({ job, onEdit }: { job: JobRow; onEdit?: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const move = useAct('POST /monitor/api/v1/discovery/job/:jobId/move', { refresh: afterJob })
  const remove = useAct('DELETE /monitor/api/v1/discovery/job/:jobId', { refresh: afterJob })
  const { id: jobId, name, state } = job
  const ask = () =>
    void confirm({
      title: t('discovery.deleteTitle', { name }),
      text: t('discovery.deleteText'),
      action: t('discovery.delete'),
      act: async () => {
        await remove.mutateAsync({ jobId })
        notify.success(t('discovery.deleted'))
      },
    })
  return (
    <Permission codes={['DMS_SERVER_DEVICE_EDIT']}>
      {discoveryMoveNames
        .filter((one) => mayMoveDiscovery(state, one))
        .map((one) => (
          <Button
            key={one}
            type="link"
            size="small"
            disabled={move.isPending}
            aria-label={`${t(`discovery.moves.${one}`)} ${name}`}
            onClick={() => move.mutate({ jobId, move: one })}
          >
            {t(`discovery.moves.${one}`)}
          </Button>
        ))}
      {onEdit !== undefined && (
        <>
          <Button
            type="link"
            size="small"
            disabled={!mayEditDiscovery(state)}
            aria-label={`${t('discovery.edit')} ${name}`}
            onClick={onEdit}
          >
            {t('discovery.edit')}
          </Button>
          <Button
            type="link"
            size="small"
            danger
            aria-label={`${t('discovery.delete')} ${name}`}
            onClick={ask}
          >
            {t('discovery.delete')}
          </Button>
        </>
      )}
    </Permission>
  )
}
