import { terminalEncodings } from '@netward/contract/terminal-values'
import { Form, Input, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useOrderFor } from '../../lib/for-order.ts'
import { useOpenOrders } from '../../ui/for-order.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import type { ChosenDevice, TerminalTab } from './terminal-tab.ts'

interface Values {
  reason: string
  orderId?: string
  encoding: string
  username: string
  password: string
}

/** The reason for access, and the user name. */
export function OpenDrawer(props: {
  device: ChosenDevice
  reason: string
  open: boolean
  onClose: () => void
  onGone: () => void
  onOpened: (tab: TerminalTab) => void
}) {
  const { t } = useTranslation()
  const { device, reason } = props
  const act = useAct('POST /api/v1/device/:deviceId/terminal', { errors: 'caller' })
  const orderId = useOrderFor(device.id)
  const initialValues = useMemo<Values>(
    () => ({ reason, encoding: '', username: '', password: '', ...(orderId !== undefined && { orderId }) }),
    [reason, orderId],
  )
  const access = useApi(
    'GET /api/v1/device/:deviceId/terminal/access',
    { deviceId: device.id },
    { enabled: props.open },
  ).data
  return (
    <FormDrawer<Values>
      title={t('terminals.openTitle', { name: device.name })}
      open={props.open}
      onClose={props.onClose}
      onGone={props.onGone}
      initialValues={initialValues}
      submitText={t('terminals.open')}
      savedText={false}
      onSubmit={async (values) => {
        const encoding = terminalEncodings.find((one) => one === values.encoding)
        const { terminalId, ticket } = await act.mutateAsync({
          deviceId: device.id,
          reason: values.reason,
          ...(values.orderId !== undefined && { orderId: values.orderId }),
          ...(encoding === undefined ? {} : { encoding }),
          ...(values.username === '' ? {} : { username: values.username }),
          ...(values.password === '' ? {} : { password: values.password }),
        })
        props.onOpened({
          terminalId,
          ticket,
          deviceId: device.id,
          deviceName: device.name,
          reason: values.reason.trim(),
        })
      }}
    >
      {access !== undefined && (
        <p className="terminal-hint">
          {access.source === 'device'
            ? t('terminals.sourceDevice')
            : access.source === 'profile'
              ? t('terminals.sourceProfile', { name: access.profileName ?? '' })
              : t('terminals.sourceNone')}
          {' · '}
          {t(`terminals.protocol.${access.protocol}`)} {access.port}
        </p>
      )}
      <Form.Item
        name="reason"
        label={t('terminals.reason')}
        extra={t('terminals.reasonHint')}
        rules={[{ required: true, whitespace: true, min: 4 }]}
      >
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <OrderItem deviceId={device.id} open={props.open} />
      <Form.Item name="username" label={t('terminals.username')} extra={t('terminals.usernameHint')}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="password" label={t('terminals.password')} extra={t('terminals.passwordHint')}>
        <Input.Password maxLength={200} autoComplete="new-password" />
      </Form.Item>
      <Form.Item name="encoding" label={t('terminals.encodingLabel')}>
        <Select
          options={[
            { value: '', label: t('terminals.encodingStored') },
            ...terminalEncodings.map((value) => ({ value, label: t(`terminals.encoding.${value}`) })),
          ]}
        />
      </Form.Item>
    </FormDrawer>
  )
}

/** The open order of the device that the terminal is for; nothing where there is none, or no work orders. */
function OrderItem({ deviceId, open }: { deviceId: string; open: boolean }) {
  const { t } = useTranslation()
  const orders = useOpenOrders(deviceId, open)
  if (orders === undefined || orders.length === 0) return null
  return (
    <Form.Item name="orderId" label={t('orders.forOrder')} extra={t('terminals.forOrderHint')}>
      <Select allowClear placeholder={t('orders.forNone')} options={orders} />
    </Form.Item>
  )
}
