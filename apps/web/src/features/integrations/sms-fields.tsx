import {
  isVoiceProvider,
  smsParameterLimits,
  smsParameters,
  smsProviders,
} from '@netward/contract/integration-values'
import { Form, InputNumber, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { BudgetFields } from './budget-fields.tsx'
import type { Channel } from './channel.ts'
import { FallbackFields } from './fallback-fields.tsx'
import { ParameterPreview } from './parameter-preview.tsx'
import { SecretItem } from './secret-item.tsx'
import { TemplateField } from './template-field.tsx'
import { TextItem } from './text-item.tsx'
import { VoiceFields } from './voice-fields.tsx'

export function SmsFields({
  secrets,
  channelId,
  hasCalls,
  spent,
}: {
  secrets: readonly string[] | null
  channelId: string | null
  /** Calls are stored. */
  hasCalls: boolean
  spent: Channel['spent']
}) {
  const { t } = useTranslation()
  const chosen: unknown = Form.useWatch(['sms', 'provider'], Form.useFormInstance())
  const provider = smsProviders.find((one) => one === chosen) ?? 'aliyun'
  return (
    <>
      <Form.Item name={['sms', 'provider']} label={t('integrations.sms.provider')}>
        <Radio.Group
          optionType="button"
          options={smsProviders.map((value) => ({ value, label: t(`integrations.sms.providers.${value}`) }))}
        />
      </Form.Item>
      <TextItem name={['sms', 'keyId']} label={t(`integrations.sms.keyId.${provider}`)} />
      <SecretItem
        name={['sms', 'keySecret']}
        label={t(`integrations.sms.keySecret.${provider}`)}
        isSet={secrets?.includes('keySecret') === true}
        required
      />
      {provider === 'huawei' && <p className="integration-hint">{t('integrations.sms.huaweiHint')}</p>}
      {provider !== 'aliyun' && (
        <>
          <TextItem name={['sms', 'appId']} label={t(`integrations.sms.appId.${provider}`)} most={50} />
          <TextItem
            name={['sms', 'region']}
            label={t('integrations.sms.region')}
            required={false}
            most={40}
          />
        </>
      )}
      <TextItem name={['sms', 'signName']} label={t('integrations.sms.signName')} />
      <TemplateField channelId={channelId} provider={provider} />
      <Form.Item name={['sms', 'parameters']} label={t('integrations.sms.parameters')}>
        <Select
          mode="multiple"
          options={smsParameters.map((value) => ({
            value,
            label: t(`integrations.sms.parameterNames.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item
        name={['sms', 'parameterLength']}
        label={t('integrations.sms.parameterLength')}
        extra={t('integrations.sms.parameterLengthHint')}
        rules={[{ required: true, message: t('integrations.required') }]}
      >
        <InputNumber min={4} max={smsParameterLimits[provider]} precision={0} />
      </Form.Item>
      <ParameterPreview />
      <TextItem
        name={['sms', 'ratingTemplateCode']}
        label={t('integrations.sms.ratingTemplateCode')}
        hint={t(`integrations.sms.ratingTemplateHint.${provider}`, {
          address: `${window.location.origin}${window.location.pathname}#${paths.workLink('')}`,
        })}
        required={false}
      />
      <FallbackFields channelId={channelId} />
      {isVoiceProvider(provider) && <VoiceFields provider={provider} hasCalls={hasCalls} />}
      <BudgetFields spent={spent} />
    </>
  )
}
