import { parameterTypes } from '@netward/contract/parameter-types'
import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'

/** The type of a value, if the gateway's own must not decide. */
export function TypeField({ name }: { name: (number | string)[] }) {
  const { t } = useTranslation()
  return (
    <Form.Item name={name} className="provisioning-type">
      <Select
        allowClear
        aria-label={t('provisioning.type')}
        placeholder={t('provisioning.typeAny')}
        options={parameterTypes.map((value) => ({ value, label: value }))}
      />
    </Form.Item>
  )
}

/** A type as reported by gateways (`xsd:boolean`), if it is selectable. */
export function knownType(type: string | null): (typeof parameterTypes)[number] | undefined {
  const bare = type?.replace(/^.*:/, '')
  return parameterTypes.find((one) => one === bare)
}
