import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Permission } from '../../ui/permission.tsx'
import { useBatch } from '../../ui/use-batch.ts'
import { WhyButton } from '../../ui/why-button.tsx'
import { afterMove, type ImportDetail, importList, isOpen } from './zabbix.ts'

/** What can be done with an import in its state. */
export function ImportMoves({ found }: { found: ImportDetail }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const batch = useBatch()
  const start = useAct('POST /monitor/api/v1/zabbix/import/:importId/start', { refresh: afterMove })
  const discard = useAct('DELETE /monitor/api/v1/zabbix/import/:importId', { refresh: [importList] })
  const undo = useAct('POST /monitor/api/v1/zabbix/import/:importId/undo', {
    refresh: afterMove,
    errors: 'caller',
  })
  const { id: importId, fileName: name, state, counts, groups, credentials } = found
  const askStart = () => {
    const outlets = new Set(groups.filter(({ target }) => target === 'new').map(({ newName }) => newName))
      .size
    const sets = credentials.filter(({ action }) => action === 'create').length
    return confirm({
      title: t('zabbix.startTitle', { count: counts.new }),
      text: t('zabbix.startText', { outlets, sets }),
      action: t('zabbix.start'),
      danger: false,
      act: () => start.mutateAsync({ importId }),
    })
  }
  const askDiscard = () =>
    confirm({
      title: t('zabbix.discardTitle', { name }),
      text: t('zabbix.discardText'),
      action: t('zabbix.discard'),
      act: async () => {
        await discard.mutateAsync({ importId })
        await navigate({ to: paths.zabbixImports })
      },
    })
  const askUndo = () =>
    confirm({
      title: t('zabbix.undoTitle', { count: counts.added }),
      text: t('zabbix.undoText'),
      action: t('zabbix.undo'),
      act: async () => {
        const { failed } = await batch(t('errors.zabbix.changed_since', { count: counts.added }), () =>
          undo.mutateAsync({ importId }),
        )
        if (failed.length === 0) notify.success(t('zabbix.states.undoing'))
      },
    })
  return (
    <>
      {(state === 'done' || state === 'stopped') && counts.added > 0 && (
        <Permission codes={['DMS_SERVER_DEVICE_RELEASE']}>
          <Button danger onClick={() => void askUndo()}>
            {t('zabbix.undo')}
          </Button>
        </Permission>
      )}
      {state === 'ready' && <Button onClick={() => void askDiscard()}>{t('zabbix.discard')}</Button>}
      {isOpen(found) && (
        <WhyButton
          type="primary"
          reason={counts.new === 0 ? t('errors.zabbix.nothing_to_add') : null}
          onClick={() => void askStart()}
        >
          {state === 'stopped' ? t('zabbix.goOn') : t('zabbix.start')}
        </WhyButton>
      )}
    </>
  )
}
