import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { RemovedObjects } from './removed-objects.tsx'
import { afterChange, type TemplateRow } from './template.ts'

/** Row actions of a template. */
export function TemplateActs(props: { template: TemplateRow; onEdit: () => void; onShow: () => void }) {
  const { t } = useTranslation()
  const { template, onEdit, onShow } = props
  const mayEdit = useMay('DMS_SERVER_DEVICE_TEMPLATE_EDIT')
  const confirm = useConfirm()
  const withdraw = useAct('POST /api/v1/device/template/:templateId/withdraw', { refresh: afterChange })
  const remove = useAct('DELETE /api/v1/device/template/:templateId', { refresh: afterChange })
  const { id: templateId, name } = template
  const askWithdraw = () =>
    void confirm({
      title: t('provisioning.withdrawQuestion', { name }),
      text: (
        <>
          {t('provisioning.withdrawText')}
          <RemovedObjects templateId={templateId} />
        </>
      ),
      action: t('provisioning.withdraw'),
      act: () => withdraw.mutateAsync({ templateId }),
    })
  const askRemove = () =>
    void confirm({
      title: t('provisioning.removeQuestion', { name }),
      action: t('provisioning.remove'),
      act: async () => {
        await remove.mutateAsync({ templateId })
        notify.success(t('common.saved'))
      },
    })
  const act = (label: string, onClick: () => void, danger = false) => (
    <Button type="link" size="small" danger={danger} aria-label={`${label} ${name}`} onClick={onClick}>
      {label}
    </Button>
  )
  return (
    <>
      {act(t('provisioning.versions.title'), onShow)}
      {mayEdit && act(t('provisioning.edit'), onEdit)}
      {mayEdit &&
        (template.appliedVersion === null
          ? act(t('provisioning.remove'), askRemove, true)
          : act(t('provisioning.withdraw'), askWithdraw, true))}
    </>
  )
}
