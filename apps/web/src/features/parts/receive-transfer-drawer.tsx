import { Form, Input, InputNumber } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { LoadingState } from '../../ui/states.tsx'
import { afterTransfer, type Transfer, transferRead } from './part.ts'

interface Values {
  /** By line; what is not touched arrived whole. */
  arrived: Record<string, number | null>
  lossReason?: string
}

const initialValues: Values = { arrived: {}, lossReason: '' }

/** Receives a transfer: what did not arrive is lost, for a reason. */
export function ReceiveTransferDrawer(props: {
  transfer: Transfer | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { transfer, open, onClose } = props
  const transferId = transfer?.id ?? ''
  const lines = useApi(transferRead, { transferId }, { enabled: open }).data?.lines
  const receive = useAct('POST /api/v1/work/part/transfer/:transferId/receive', {
    errors: 'caller',
    refresh: afterTransfer,
  })
  const quantities = useMemo(() => new Map(lines?.map(({ id, quantity }) => [id, quantity])), [lines])
  const submit = ({ arrived, lossReason = '' }: Values) => {
    const missing = Object.entries(arrived ?? {}).flatMap(([lineId, count]) => {
      const gone = (quantities.get(lineId) ?? 0) - (count ?? 0)
      return gone > 0 ? [{ lineId, quantity: gone }] : []
    })
    return receive.mutateAsync({ transferId, missing, lossReason })
  }
  return (
    <FormDrawer<Values>
      title={t('parts.transferReceiveTitle', { from: transfer?.fromName, to: transfer?.toName })}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={submit}
      submitText={t('parts.transferReceive')}
    >
      <p className="quiet">{t('parts.transferReceiveHint')}</p>
      {lines === undefined ? (
        <LoadingState rows={3} />
      ) : (
        lines.map(({ id, brand, modelName, serial, quantity }) => (
          <Form.Item
            key={id}
            name={['arrived', id]}
            initialValue={quantity}
            label={[`${brand} ${modelName}`.trim(), serial].filter(Boolean).join(' · ')}
            rules={[{ required: true, message: t('parts.quantityEmpty') }]}
          >
            <InputNumber min={0} max={quantity} precision={0} suffix={`/ ${quantity}`} />
          </Form.Item>
        ))
      )}
      <LossReason quantities={quantities} />
    </FormDrawer>
  )
}

function LossReason({ quantities }: { quantities: ReadonlyMap<string, number> }) {
  const { t } = useTranslation()
  const arrived: Values['arrived'] = Form.useWatch('arrived') ?? {}
  const lost = Object.entries(arrived).some(([id, count]) => (count ?? 0) < (quantities.get(id) ?? 0))
  if (!lost) return null
  return (
    <Form.Item
      name="lossReason"
      label={t('parts.lossReason')}
      rules={[{ required: true, whitespace: true, message: t('parts.lossReasonEmpty') }]}
    >
      <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
    </Form.Item>
  )
}
