import { type OrderTestPhase, orderTestPhases } from '@netward/contract/order-act-values'
import type { OrderState } from '@netward/contract/states/work-order'
import { Form, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'

export function PhaseItem() {
  const { t } = useTranslation()
  return (
    <Form.Item name="phase" label={t('orders.proof.phase')} extra={t('orders.proof.phaseHint')}>
      <Segmented
        block
        options={orderTestPhases.map((value) => ({ value, label: t(`orders.proof.phases.${value}`) }))}
      />
    </Form.Item>
  )
}

/** Once there is a test of the fault, the next one is of the repair. */
export const nextPhase = (
  state: OrderState,
  made: readonly { readonly phase: OrderTestPhase }[],
): OrderTestPhase =>
  state === 'resolved' || made.some(({ phase }) => phase === 'before') ? 'after' : 'before'
