import type { OrderTestPhase } from '@netward/contract/order-act-values'
import { Form, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../../lib/use-api.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import type { OrderDetail } from '../order.ts'
import { type Acts, actsRead } from './acts.ts'
import { nextPhase, PhaseItem } from './phase-item.tsx'

interface Values {
  deviceId: string | undefined
  phase: OrderTestPhase
}

/** Checks a gateway for the order. */
export function CheckDrawer({
  order,
  gateways,
  made,
  open,
  onClose,
}: {
  order: OrderDetail
  gateways: Acts['gateways']
  made: Acts['checks']
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const start = useAct('POST /api/v1/device/:deviceId/check', { errors: 'caller', refresh: [actsRead] })
  const first = gateways[0]?.id
  const phase = nextPhase(order.state, made)
  const initialValues = useMemo((): Values => ({ deviceId: first, phase }), [first, phase])
  return (
    <FormDrawer<Values>
      title={t('orders.proof.checkGateway')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      submitText={t('orders.proof.check')}
      savedText={t('orders.proof.started')}
      onSubmit={(values) =>
        start.mutateAsync({
          deviceId: values.deviceId ?? '',
          forOrder: { orderId: order.id, phase: values.phase },
        })
      }
    >
      <Form.Item name="deviceId" label={t('orders.proof.gateway')} rules={[{ required: true }]}>
        <Select options={gateways.map(({ id, name }) => ({ value: id, label: name }))} />
      </Form.Item>
      <PhaseItem />
      <p className="quiet">{t('orders.proof.checkHint')}</p>
    </FormDrawer>
  )
}
