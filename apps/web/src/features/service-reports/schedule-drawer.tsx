import type { ServicePeriod } from '@netward/contract/service-report-values'
import { Form, Radio } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/preferences.ts'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { LanguageItem, PeriodItem } from './choice-items.tsx'
import { CompanyItem } from './company-item.tsx'
import { RecipientsItem } from './recipients-item.tsx'
import { type Schedule, scheduleList } from './service-report.ts'

interface Values {
  companyId?: string
  period: ServicePeriod
  language: 'zh' | 'en'
  review: boolean
  recipients: string[]
}

/** Adds a schedule, or changes one; its period stays. */
export function ScheduleDrawer({
  schedule,
  open,
  onClose,
}: {
  schedule: Schedule | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const add = useAct('POST /api/v1/report/schedule', { errors: 'caller', refresh: [scheduleList] })
  const edit = useAct('PUT /api/v1/report/schedule/:scheduleId', {
    errors: 'caller',
    refresh: [scheduleList],
  })
  const initialValues = useMemo<Values>(
    () => schedule ?? { period: 'monthly', language, review: true, recipients: [] },
    [schedule, language],
  )
  const submit = ({ companyId, period, ...values }: Values) =>
    schedule === null
      ? add.mutateAsync({ ...values, period, ...(companyId ? { companyId } : {}) })
      : edit.mutateAsync({ scheduleId: schedule.id, ...values })
  return (
    <FormDrawer<Values>
      title={t(`serviceReports.schedule.${schedule === null ? 'addTitle' : 'editTitle'}`)}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={submit}
    >
      {schedule === null && (
        <>
          <CompanyItem />
          <PeriodItem />
        </>
      )}
      <Form.Item
        name="review"
        label={t('serviceReports.schedule.review')}
        extra={t('serviceReports.schedule.reviewHint')}
      >
        <Radio.Group
          options={[true, false].map((value) => ({
            value,
            label: t(`serviceReports.schedule.reviews.${value ? 'true' : 'false'}`),
          }))}
        />
      </Form.Item>
      <LanguageItem />
      <RecipientsItem />
    </FormDrawer>
  )
}
