import { useNavigate } from '@tanstack/react-router'
import type { ServicePeriod } from '@netward/contract/service-report-values'
import { Form, Select } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/preferences.ts'
import { paths } from '../../lib/paths.ts'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { LanguageItem, PeriodItem } from './choice-items.tsx'
import { CompanyItem } from './company-item.tsx'
import { endedPeriods, reportList } from './service-report.ts'

interface Values {
  companyId?: string
  period: ServicePeriod
  from: string
  language: 'zh' | 'en'
}

/** A draft on a period that has ended. It opens once it is made. */
export function MakeDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const language = useLanguage()
  const make = useAct('POST /api/v1/report', { errors: 'caller', refresh: [reportList] })
  const [now] = useState(() => new Date())
  const initialValues = useMemo<Values>(
    () => ({ period: 'monthly', from: endedPeriods('monthly', now)[0]!, language }),
    [language, now],
  )
  return (
    <FormDrawer<Values>
      title={t('serviceReports.createTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      submitText={t('serviceReports.create')}
      savedText={t('serviceReports.created')}
      onSubmit={async ({ companyId, ...values }) => {
        const { id } = await make.mutateAsync({ ...values, ...(companyId ? { companyId } : {}) })
        void navigate({ to: paths.serviceReport(id) })
      }}
    >
      {(form) => (
        <>
          <CompanyItem />
          <PeriodItem onChange={(period) => form.setFieldValue('from', endedPeriods(period, now)[0])} />
          <Which now={now} />
          <LanguageItem />
        </>
      )}
    </FormDrawer>
  )
}

function Which({ now }: { now: Date }) {
  const { t } = useTranslation()
  const period = Form.useWatch<ServicePeriod | undefined>('period') ?? 'monthly'
  return (
    <Form.Item name="from" label={t('serviceReports.which')}>
      <Select options={endedPeriods(period, now).map((value) => ({ value, label: nameOf(period, value) }))} />
    </Form.Item>
  )
}

/** `2026-10`, `2026 Q3`, or the days of a week. */
function nameOf(period: ServicePeriod, from: string): string {
  if (period === 'weekly')
    return `${from} – ${new Date(Date.parse(from) + 6 * 86_400_000).toISOString().slice(0, 10)}`
  if (period === 'monthly') return from.slice(0, 7)
  return `${from.slice(0, 4)} Q${Math.ceil(Number(from.slice(5, 7)) / 3)}`
}
