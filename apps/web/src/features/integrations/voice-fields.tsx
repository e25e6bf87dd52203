import { voiceKeys, type VoiceProvider } from '@netward/contract/integration-values'
import { Checkbox, Form, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { TextItem } from './text-item.tsx'

/** Calls of a gateway: the last step of an escalation. */
export function VoiceFields({
  provider,
  hasCalls,
}: {
  provider: VoiceProvider
  /** The vendor has an address to report to. */
  hasCalls: boolean
}) {
  const { t } = useTranslation()
  const calls: unknown = Form.useWatch(['sms', 'calls'], Form.useFormInstance())
  return (
    <>
      <Form.Item
        name={['sms', 'calls']}
        label={t('integrations.voice.calls')}
        extra={t('integrations.voice.callsHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      {calls === true && (
        <>
          <TextItem
            name={['sms', 'voice', 'templateCode']}
            label={t('integrations.voice.templateCode')}
            hint={t(`integrations.voice.templateHint.${provider}`)}
          />
          {provider === 'tencent' ? (
            <TextItem name={['sms', 'voice', 'appId']} label={t('integrations.voice.appId')} most={50} />
          ) : (
            <TextItem
              name={['sms', 'voice', 'showNumber']}
              label={t('integrations.voice.showNumber')}
              hint={t('integrations.voice.showNumberHint')}
              required={false}
              most={20}
            />
          )}
          <Form.Item
            name={['sms', 'voice', 'key']}
            label={t('integrations.voice.key')}
            extra={t(`integrations.voice.keyHint.${provider}`)}
            // No key is no value.
            normalize={(value: string | undefined) => value ?? null}
          >
            <Select
              allowClear
              placeholder={t('integrations.voice.keyNone')}
              options={voiceKeys.map((value) => ({ value, label: value }))}
            />
          </Form.Item>
          {hasCalls && (
            <Form.Item
              name={['sms', 'newCallback']}
              valuePropName="checked"
              extra={t('integrations.voice.newCallbackHint')}
            >
              <Checkbox>{t('integrations.voice.newCallback')}</Checkbox>
            </Form.Item>
          )}
        </>
      )}
    </>
  )
}
