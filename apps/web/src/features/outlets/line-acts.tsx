import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { afterChange, type LineRow } from './outlet.ts'

/** Row actions of a line. */
export function LineActs({
  line,
  onCharts,
  onEdit,
}: {
  line: LineRow
  onCharts: () => void
  /** Null: the person may only look. */
  onEdit: (() => void) | null
}) {
  const { t } = useTranslation()
  const mayCharts = useMay('DMS_SERVER_DEVICE_VIEW')
  const confirm = useConfirm()
  const remove = useAct('DELETE /api/v1/outlet/line/:lineId', { refresh: afterChange })
  const ask = () =>
    void confirm({
      title: t('outlets.line.removeTitle', { name: line.name }),
      text: t('outlets.line.removeText'),
      action: t('outlets.line.remove'),
      act: async () => {
        await remove.mutateAsync({ lineId: line.id })
        notify.success(t('outlets.line.removed'))
      },
    })
  return (
    <>
      {mayCharts && line.deviceId !== null && (
        <Button
          type="link"
          size="small"
          aria-label={t('monitoring.line.chartsOf', { name: line.name })}
          onClick={onCharts}
        >
          {t('monitoring.line.charts')}
        </Button>
      )}
      {onEdit !== null && (
        <>
          <Button type="link" size="small" aria-label={`${t('outlets.edit')} ${line.name}`} onClick={onEdit}>
            {t('outlets.edit')}
          </Button>
          <Button
            type="link"
            size="small"
            danger
            aria-label={`${t('outlets.line.remove')} ${line.name}`}
            onClick={ask}
          >
            {t('outlets.line.remove')}
          </Button>
        </>
      )}
    </>
  )
}
