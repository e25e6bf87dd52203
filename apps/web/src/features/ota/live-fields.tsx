import { Form, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { DateField } from '../../ui/date-field.tsx'

/** Whether only the current gateways take part, or also those that match until a given day. */
export function LiveFields() {
  const { t } = useTranslation()
  return (
    <fieldset className="ota-fieldset">
      <legend>{t('ota.live')}</legend>
      <Form.Item name="live">
        <Radio.Group
          options={[
            { value: false, label: t('ota.liveFrozen') },
            { value: true, label: t('ota.liveOn') },
          ]}
        />
      </Form.Item>
      <Form.Item noStyle dependencies={['live']}>
        {({ getFieldValue }) =>
          getFieldValue('live') === true && (
            <Form.Item
              name="liveUntil"
              label={t('ota.liveUntil')}
              extra={t('ota.liveHint')}
              rules={[{ required: true, message: t('ota.liveUntilEmpty') }]}
            >
              <DateField kind="moment" />
            </Form.Item>
          )
        }
      </Form.Item>
    </fieldset>
  )
}
