import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'

export interface LabelValues {
  serialNumber: string
  oui: string
  productClass: string
  labelSecret: string
}

export const noLabel: LabelValues = {
  oui: '',
  productClass: '',
  serialNumber: '',
  labelSecret: '',
}

/** Fields of a gateway's label. `at`: their name in the form; top level without it. */
export function LabelItems({ at }: { at?: string }) {
  const { t } = useTranslation()
  const nameOf = (field: keyof LabelValues) => (at === undefined ? field : [at, field])
  return (
    <>
      <Form.Item
        name={nameOf('serialNumber')}
        label={t('devices.serialNumber')}
        rules={[{ required: true, whitespace: true, message: t('devices.pool.serialRequired') }]}
      >
        <Input maxLength={64} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name={nameOf('oui')}
        label={t('devices.oui')}
        extra={t('devices.pool.ouiHint')}
        normalize={(value: string) => value.replaceAll(/[\s:.-]/g, '').toUpperCase()}
        rules={[{ required: true, pattern: /^[0-9A-F]{6}$/, message: t('devices.pool.ouiWrong') }]}
      >
        <Input maxLength={17} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name={nameOf('productClass')}
        label={t('devices.productClass')}
        extra={t('devices.pool.productClassHint')}
      >
        <Input maxLength={64} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name={nameOf('labelSecret')}
        label={t('devices.pool.labelSecret')}
        extra={t('devices.pool.labelSecretHint')}
        rules={[{ required: true, message: t('devices.pool.secretRequired') }]}
      >
        <Input.Password maxLength={64} autoComplete="new-password" />
      </Form.Item>
    </>
  )
}
