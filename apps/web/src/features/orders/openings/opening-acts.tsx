import { ImportOutlined, PlusOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/notify.ts'
import { paths } from '../../../lib/paths.ts'
import { useAct } from '../../../lib/use-api.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { WhyButton } from '../../../ui/why-button.tsx'
import { afterOpening, type Opening, openingList } from './opening.ts'
import { OpeningDrawer } from './opening-drawer.tsx'
import { OpeningImport } from './opening-import.tsx'
import { SiteAddDrawer } from './site-add-drawer.tsx'

/** What can be done with a project. */
export function OpeningActs({ opening }: { opening: Opening }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'edit' | 'add' | 'import' | null>(null)
  const { id: openingId, name, sites, orders } = opening
  const remove = useAct('DELETE /api/v1/work/opening/:openingId', { refresh: [openingList] })
  const make = useAct('POST /api/v1/work/opening/:openingId/order', { refresh: afterOpening })
  const close = () => setOpen(null)
  const waiting = sites - orders
  const removeIt = async () => {
    const removed = await confirm({
      title: t('openings.deleteTitle', { name }),
      text: t('openings.deleteText'),
      action: t('openings.delete'),
      act: () => remove.mutateAsync({ openingId }),
    })
    if (removed) await navigate({ to: paths.openings })
  }
  return (
    <>
      <WhyButton
        reason={orders > 0 ? t('errors.opening.has_orders') : null}
        danger
        onClick={() => void removeIt()}
      >
        {t('openings.delete')}
      </WhyButton>
      <Button onClick={() => setOpen('edit')}>{t('openings.edit')}</Button>
      <Button icon={<ImportOutlined />} onClick={() => setOpen('import')}>
        {t('openings.importSites')}
      </Button>
      <Button icon={<PlusOutlined />} onClick={() => setOpen('add')}>
        {t('openings.addSites')}
      </Button>
      <WhyButton
        type="primary"
        reason={waiting === 0 ? t(sites === 0 ? 'openings.sitesNone' : 'openings.allOrdered') : null}
        onClick={() =>
          void confirm({
            title: t('openings.makeOrdersTitle', { count: waiting }),
            text: t('openings.makeOrdersText'),
            action: t('openings.makeOrders'),
            danger: false,
            act: async () => {
              const asked = await make.mutateAsync({ openingId })
              notify.success(t('openings.ordersAsked', { count: asked.waiting }))
            },
          })
        }
      >
        {t('openings.makeOrders')}
      </WhyButton>
      <OpeningDrawer opening={opening} open={open === 'edit'} onClose={close} />
      <SiteAddDrawer openingId={openingId} open={open === 'add'} onClose={close} />
      <OpeningImport openingId={openingId} open={open === 'import'} onClose={close} />
    </>
  )
}
