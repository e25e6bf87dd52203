import type { EndpointOutput } from '@netward/contract'
import type { OrderTestPhase } from '@netward/contract/order-act-values'
import { Checkbox, Form, Input, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../../lib/use-api.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import type { OrderDetail } from '../order.ts'
import { type Acts, actsRead } from './acts.ts'
import { nextPhase, PhaseItem } from './phase-item.tsx'

const vantageRead = 'GET /dial/api/v1/line/:lineId/test/vantage'
type Vantages = EndpointOutput<typeof vantageRead>
type Kind = 'icmp' | 'throughput'

interface Values {
  lineId: string | undefined
  phase: OrderTestPhase
  kinds: Kind[]
  host: string | undefined
}

/** Tests a line for the order: packets, and throughput where somebody at the site can measure it. */
export function LineTestDrawer({
  order,
  lines,
  made,
  open,
  onClose,
}: {
  order: OrderDetail
  lines: Acts['lines']
  made: Acts['lineTests']
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const start = useAct('POST /dial/api/v1/line/:lineId/test', { errors: 'caller', refresh: [actsRead] })
  const first = lines[0]?.id
  const phase = nextPhase(order.state, made)
  const initialValues = useMemo(
    (): Values => ({ lineId: first, phase, kinds: ['icmp'], host: undefined }),
    [first, phase],
  )
  const submit = async ({ lineId = '', kinds, host, ...values }: Values) => {
    const forOrder = { orderId: order.id, phase: values.phase }
    for (const kind of kinds) {
      await start.mutateAsync({
        lineId,
        kind,
        forOrder,
        ...(kind === 'icmp' && (host === undefined ? { vantage: 'server' } : { host })),
      })
    }
  }
  return (
    <FormDrawer<Values>
      title={t('orders.proof.testLine')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      submitText={t('orders.proof.test')}
      savedText={t('orders.proof.started')}
      onSubmit={submit}
    >
      <Form.Item name="lineId" label={t('orders.proof.line')} rules={[{ required: true }]}>
        <Select options={lines.map(({ id, name }) => ({ value: id, label: name }))} />
      </Form.Item>
      <PhaseItem />
      <Form.Item noStyle dependencies={['lineId']}>
        {({ getFieldValue }) => {
          const lineId = getFieldValue('lineId') as string | undefined
          return lineId === undefined ? null : <What key={lineId} lineId={lineId} enabled={open} />
        }}
      </Form.Item>
    </FormDrawer>
  )
}

/** By the first vantage that can do it; from the server packets go to the line itself. */
function What({ lineId, enabled }: { lineId: string; enabled: boolean }) {
  const { t } = useTranslation()
  const read = useApi(vantageRead, { lineId }, { enabled })
  if (read.data === undefined) return null
  const { items, targets } = read.data
  const packets = vantageOf(items, 'icmp')
  const moved = vantageOf(items, 'throughput')
  if (packets === undefined) return <p role="alert">{t('errors.line_test.no_vantage')}</p>
  return (
    <>
      <p className="quiet">{t('orders.proof.from', { vantage: t(`lineTests.vantages.${packets}`) })}</p>
      {packets !== 'server' && (
        <Form.Item
          name="host"
          label={t('orders.proof.target')}
          initialValue={targets.host || undefined}
          rules={[{ required: true, whitespace: true }]}
        >
          <Input maxLength={253} inputMode="url" autoComplete="off" />
        </Form.Item>
      )}
      <Form.Item name="kinds" label={t('orders.proof.what')} rules={[{ required: true }]}>
        <Checkbox.Group
          options={[
            { value: 'icmp', label: t('orders.proof.packets') },
            { value: 'throughput', label: t('orders.proof.throughput'), disabled: moved === undefined },
          ]}
        />
      </Form.Item>
    </>
  )
}

const vantageOf = (items: Vantages['items'], kind: Kind) =>
  items.find(({ refusal, kinds }) => refusal === null && kinds.includes(kind))?.vantage
