import type { EndpointInput } from '@netward/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import type { Selection } from '../../ui/list-page.tsx'
import { useBatch } from '../../ui/use-batch.ts'
import { WhyButton } from '../../ui/why-button.tsx'
import { PersonItem } from './dispatch/person-item.tsx'
import { afterOrder, type OrderRow } from './order.ts'

const initialValues = { to: undefined as string | undefined }
type Move = EndpointInput<'POST /api/v1/work/order/batch/move'>['move']

/** Moves of several orders at once, each as it was seen. */
export function OrderBulk({
  selection: { rows, keep },
  several,
}: {
  selection: Selection<OrderRow>
  several: boolean
}) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const batch = useBatch()
  const [assigning, setAssigning] = useState(false)
  const move = useAct('POST /api/v1/work/order/batch/move', { errors: 'caller', refresh: afterOrder })
  const count = rows.length
  const orders = rows.map(({ id: orderId, version }) => ({ orderId, version }))
  const run = async (chosen: Move) => {
    const outcome = await batch(t(`orders.moves.${chosen.name}`), () =>
      move.mutateAsync({ orders, move: chosen }),
    )
    keep(outcome.failed)
  }
  const ask = (chosen: Move & { name: 'take' | 'pool' | 'close' }) =>
    void confirm({
      title: t(`orders.bulk.${chosen.name}Title`, { count }),
      action: t(`orders.moves.${chosen.name}`),
      danger: false,
      act: () => run(chosen),
    })
  return (
    <>
      <WhyButton
        reason={several ? t('orders.bulk.severalCompanies') : null}
        onClick={() => setAssigning(true)}
      >
        {t('orders.bulk.assign')}
      </WhyButton>
      <Button onClick={() => ask({ name: 'take' })}>{t('orders.moves.take')}</Button>
      <Button onClick={() => ask({ name: 'pool' })}>{t('orders.moves.pool')}</Button>
      <Button onClick={() => ask({ name: 'close' })}>{t('orders.moves.close')}</Button>
      <FormDrawer<typeof initialValues>
        title={t('orders.bulk.assignTitle', { count })}
        open={assigning}
        onClose={() => setAssigning(false)}
        initialValues={initialValues}
        savedText={false}
        onSubmit={({ to = 'me' }) => run({ name: 'assign', to })}
      >
        <PersonItem
          name="to"
          label={t('orders.assignTo')}
          missing={t('orders.assignEmpty')}
          open={assigning}
        />
      </FormDrawer>
    </>
  )
}
