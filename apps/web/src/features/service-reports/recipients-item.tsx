import { emailProblem } from '@netward/contract/field-rules'
import { serviceReportLimits } from '@netward/contract/service-report-values'
import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'

/** Mail addresses, also of people without an account. */
export function RecipientsItem() {
  const { t } = useTranslation()
  return (
    <Form.Item
      name="recipients"
      label={t('serviceReports.recipients')}
      extra={t('serviceReports.recipientsHint', { most: serviceReportLimits.recipients })}
      rules={[
        {
          validator: (_, addresses: readonly string[] = []) =>
            addresses.some((address) => emailProblem(address) !== null)
              ? Promise.reject(new Error(t('serviceReports.recipientsWrong')))
              : Promise.resolve(),
        },
      ]}
    >
      <Select
        mode="tags"
        open={false}
        suffixIcon={null}
        tokenSeparators={[',', ';', ' ', '，', '；']}
        maxCount={serviceReportLimits.recipients}
      />
    </Form.Item>
  )
}
