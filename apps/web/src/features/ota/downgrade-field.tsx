import { Alert, Checkbox, Form } from 'antd'
import { useTranslation } from 'react-i18next'

/** Gateways with a newer version are excluded unless this is set. */
export function DowngradeField() {
  const { t } = useTranslation()
  return (
    <>
      <Form.Item name="allowDowngrade" valuePropName="checked">
        <Checkbox>{t('ota.allowDowngrade')}</Checkbox>
      </Form.Item>
      <Form.Item noStyle dependencies={['allowDowngrade']}>
        {({ getFieldValue }) =>
          getFieldValue('allowDowngrade') === true && (
            <Alert className="ota-warning" type="warning" showIcon title={t('ota.allowDowngradeWarning')} />
          )
        }
      </Form.Item>
    </>
  )
}
