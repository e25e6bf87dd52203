import { Form, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { channelList } from './channel.ts'

const gateways = { kind: '4', page: 1, pageSize: 100 } as const

/** The gateway that takes over, and when. */
export function FallbackFields({ channelId }: { channelId: string | null }) {
  const { t } = useTranslation()
  const chosen: unknown = Form.useWatch(['sms', 'fallbackId'], Form.useFormInstance())
  const { data } = useApi(channelList, gateways)
  return (
    <>
      <Form.Item
        name={['sms', 'fallbackId']}
        label={t('integrations.sms.fallback')}
        extra={t('integrations.sms.fallbackHint')}
      >
        <Select
          allowClear
          placeholder={t('integrations.sms.fallbackNone')}
          options={(data?.items ?? [])
            .filter(({ id }) => id !== channelId)
            .map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      {typeof chosen === 'string' && (
        <Form.Item
          name={['sms', 'fallbackMinutes']}
          label={t('integrations.sms.fallbackMinutes')}
          extra={t('integrations.sms.fallbackMinutesHint')}
          rules={[{ required: true, message: t('integrations.required') }]}
        >
          <InputNumber min={1} max={60} precision={0} suffix={t('integrations.sms.minutes')} />
        </Form.Item>
      )}
    </>
  )
}
