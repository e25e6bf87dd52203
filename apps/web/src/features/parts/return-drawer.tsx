import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { type Broken, BrokenItems, noBroken, sentBroken } from './broken-items.tsx'
import { afterReplacement, lifeRead, type Replacement } from './part.ts'

/** Takes a broken device that was replaced into a warehouse. */
export function ReturnDrawer(props: {
  orderId: string
  replacement: Replacement | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { orderId, replacement, open, onClose } = props
  const take = useAct('POST /api/v1/work/order/:orderId/replacement/:replacementId/return', {
    errors: 'caller',
    refresh: [...afterReplacement, lifeRead],
  })
  const serial = replacement?.oldSerial ?? ''
  return (
    <FormDrawer<Broken>
      title={t('parts.brokenReturnTitle', { serial: serial || (replacement?.name ?? '') })}
      open={open}
      onClose={onClose}
      initialValues={noBroken}
      onSubmit={(values) =>
        take.mutateAsync({ orderId, replacementId: replacement?.id ?? '', ...sentBroken(values) })
      }
    >
      <BrokenItems open={open} serial={serial} />
    </FormDrawer>
  )
}
