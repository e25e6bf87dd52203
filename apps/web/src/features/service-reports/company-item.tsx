import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { CompanySelect } from '../../ui/company-select.tsx'

/** Whom a report is about, for those who see several companies. */
export function CompanyItem() {
  const { t } = useTranslation()
  const { several, companyName } = useCompanyScope()
  if (!several) return null
  return (
    <Form.Item
      name="companyId"
      label={t('serviceReports.company')}
      extra={t('serviceReports.companyHint', { company: companyName })}
    >
      <CompanySelect allowClear />
    </Form.Item>
  )
}
