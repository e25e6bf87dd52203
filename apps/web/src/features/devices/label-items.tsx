import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { OutletItem } from './outlet-item.tsx'

export interface LabelValues {
  serialNumber: string
  oui: string
  productClass: string
  labelSecret: string
  outletId: string | undefined
}

export const noLabel: LabelValues = {
  oui: '',
  productClass: '',
  serialNumber: '',
  labelSecret: '',
  outletId: undefined,
}

/** What the label of a gateway says, and where the gateway will stand. */
export function LabelItems({ companyId, open }: { companyId: string; open: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <Form.Item
        name="serialNumber"
        label={t('devices.serialNumber')}
        rules={[{ required: true, whitespace: true, message: t('devices.pool.serialRequired') }]}
      >
        <Input maxLength={64} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="oui"
        label={t('devices.oui')}
        extra={t('devices.pool.ouiHint')}
        normalize={(value: string) => value.replaceAll(/[\s:.-]/g, '').toUpperCase()}
        rules={[{ required: true, pattern: /^[0-9A-F]{6}$/, message: t('devices.pool.ouiWrong') }]}
      >
        <Input maxLength={17} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="productClass"
        label={t('devices.productClass')}
        extra={t('devices.pool.productClassHint')}
      >
        <Input maxLength={64} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="labelSecret"
        label={t('devices.pool.labelSecret')}
        extra={t('devices.pool.labelSecretHint')}
        rules={[{ required: true, message: t('devices.pool.secretRequired') }]}
      >
        <Input.Password maxLength={64} autoComplete="new-password" />
      </Form.Item>
      <OutletItem companyId={companyId} open={open} />
    </>
  )
}
