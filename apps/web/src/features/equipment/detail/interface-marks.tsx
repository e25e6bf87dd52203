import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/notify.ts'
import { useAct } from '../../../lib/use-api.ts'

interface Props {
  readonly deviceId: string
  readonly keys: ReadonlySet<string>
  readonly onClear: () => void
}

/** Marks the chosen interfaces as important, or takes their marks away. */
export function InterfaceMarks({ deviceId, keys, onClear }: Props) {
  const { t } = useTranslation()
  const act = useAct('PUT /monitor/api/v1/device/:deviceId/interfaces/marks', {
    refresh: ['POST /monitor/api/v1/device/:deviceId/interfaces'],
  })
  const mark = async (important: boolean) => {
    await act.mutateAsync({ deviceId, keys: [...keys], important })
    notify.success(t(`monitoring.interfaces.${important ? 'marked' : 'unmarked'}`, { count: keys.size }))
    onClear()
  }
  return (
    <div className="list-tools">
      <div className="list-batch">
        <strong>{t('common.selected', { count: keys.size })}</strong>
        <Button disabled={act.isPending} onClick={() => void mark(true).catch(() => undefined)}>
          {t('monitoring.interfaces.mark')}
        </Button>
        <Button disabled={act.isPending} onClick={() => void mark(false).catch(() => undefined)}>
          {t('monitoring.interfaces.unmark')}
        </Button>
        <Button type="link" onClick={onClear}>
          {t('common.clearSelection')}
        </Button>
        <span className="interface-mark-hint">{t('monitoring.interfaces.markHint')}</span>
      </div>
    </div>
  )
}
