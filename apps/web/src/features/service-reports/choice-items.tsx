import { reportLanguages } from '@netward/contract/line-report-values'
import { type ServicePeriod, servicePeriods } from '@netward/contract/service-report-values'
import { Form, Radio } from 'antd'
import { useTranslation } from 'react-i18next'

export function PeriodItem({ onChange }: { onChange?: (period: ServicePeriod) => void }) {
  const { t } = useTranslation()
  return (
    <Form.Item name="period" label={t('serviceReports.period')}>
      <Radio.Group
        options={servicePeriods.map((value) => ({ value, label: t(`serviceReports.periods.${value}`) }))}
        onChange={(event) => onChange?.(event.target.value as ServicePeriod)}
      />
    </Form.Item>
  )
}

export function LanguageItem() {
  const { t } = useTranslation()
  return (
    <Form.Item name="language" label={t('serviceReports.language')}>
      <Radio.Group
        options={reportLanguages.map((value) => ({ value, label: t(`serviceReports.languages.${value}`) }))}
      />
    </Form.Item>
  )
}
