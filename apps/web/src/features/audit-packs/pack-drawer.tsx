import { auditPackDays } from '@netward/contract/audit-pack-values'
import { reportLanguages } from '@netward/contract/line-report-values'
import { Form, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/preferences.ts'
import { useAct } from '../../lib/use-api.ts'
import { clockAt } from '../../lib/wall-clock.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { packList, packMaking } from './audit-pack.ts'

interface Values {
  from: string
  to: string
  language: 'zh' | 'en'
}

const day = 86_400_000

/** Of which days a pack is asked for; at first those of the last three months. */
export function PackDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const make = useAct(packMaking, { errors: 'caller', refresh: [packList] })
  const [now] = useState(() => Date.now())
  const initialValues: Values = {
    from: clockAt(new Date(now - 89 * day)).slice(0, 10),
    to: clockAt(new Date(now)).slice(0, 10),
    language,
  }
  return (
    <FormDrawer<Values>
      title={t('auditPacks.createTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      submitText={t('auditPacks.create')}
      savedText={t('auditPacks.created')}
      onSubmit={(values) => make.mutateAsync(values)}
    >
      <p className="quiet">{t('auditPacks.createHint')}</p>
      <Form.Item
        name="from"
        label={t('auditPacks.from')}
        rules={[{ required: true, message: t('validation.missing') }]}
      >
        <DateField />
      </Form.Item>
      <Form.Item
        name="to"
        label={t('auditPacks.to')}
        dependencies={['from']}
        rules={[
          { required: true, message: t('validation.missing') },
          ({ getFieldValue }) => ({
            validator: (_, to: string) => {
              const days = (Date.parse(to) - Date.parse(String(getFieldValue('from')))) / day + 1
              return days >= 1 && days <= auditPackDays
                ? Promise.resolve()
                : Promise.reject(new Error(t('auditPacks.periodWrong', { days: auditPackDays })))
            },
          }),
        ]}
      >
        <DateField />
      </Form.Item>
      <Form.Item name="language" label={t('auditPacks.language')}>
        <Radio.Group
          options={reportLanguages.map((value) => ({ value, label: t(`lineReports.languages.${value}`) }))}
        />
      </Form.Item>
    </FormDrawer>
  )
}
