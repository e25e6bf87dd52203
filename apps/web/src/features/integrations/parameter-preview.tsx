import { type smsProviders, type SmsParameter } from '@netward/contract/integration-values'
import { fitParameter } from '@netward/contract/sms-parameters'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'

/** What the parameters of the template would be for a sample alarm, cut as they are sent. */
export function ParameterPreview() {
  const { t } = useTranslation()
  const form = Form.useFormInstance()
  const values = Form.useWatch('sms', form) as
    | { provider?: (typeof smsProviders)[number]; parameters?: SmsParameter[]; parameterLength?: number }
    | undefined
  const parameters = values?.parameters ?? []
  if (parameters.length === 0) return null
  const provider = values?.provider ?? 'aliyun'
  return (
    <Form.Item label={t('integrations.sms.preview')} extra={t('integrations.sms.previewHint')}>
      <dl className="integration-preview">
        {parameters.map((name) => (
          <div key={name}>
            <dt>{provider === 'aliyun' ? name : t(`integrations.sms.parameterNames.${name}`)}</dt>
            <dd>
              {fitParameter(t(`integrations.sms.samples.${name}`), provider, values?.parameterLength ?? 20)}
            </dd>
          </div>
        ))}
      </dl>
    </Form.Item>
  )
}
