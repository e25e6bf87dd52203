import type { EndpointOutput } from '@netward/contract'
import { languages, storageCycles, storageIntervals } from '@netward/contract/setting-values'
import { checkHours } from '@netward/contract/template-values'
import { Form, Select, Switch } from 'antd'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, reportError } from '../../lib/api-errors.ts'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'

const endpoint = 'GET /api/v1/settings/company'
type Company = EndpointOutput<typeof endpoint>
type Values = Pick<
  Company,
  'language' | 'timeZone' | 'checkHours' | 'storageCycle' | 'storageInterval' | 'carrierFindings'
>

const offeredHours = [checkHours.least, 2, 4, 6, 12, checkHours.usual, 48, 72, checkHours.most]

/**
 * Language and time zone of a company, how often its gateways are compared, how long measured values are kept, and how
 * often its inventory and configurations are stored: each is saved when selected.
 */
export function CompanyDefaults({ company }: { company: Company }) {
  const { t } = useTranslation()
  const [form] = Form.useForm<Values>()
  const confirm = useConfirm()
  const save = useAct('PUT /api/v1/settings/company', { refresh: [endpoint], errors: 'caller' })
  const zones = useMemo(() => {
    const known = Intl.supportedValuesOf('timeZone')
    const all = known.includes(company.timeZone) ? known : [company.timeZone, ...known]
    return all.map((value) => ({ value, label: value }))
  }, [company.timeZone])
  const change = async (changed: Partial<Values>) => {
    const act = async () => void (await save.mutateAsync(changed))
    try {
      if (isShorter(changed.storageCycle, company.storageCycle)) {
        if (!(await confirm({ ...question(t), act }))) return form.setFieldsValue(company)
      } else await act()
      notify.success(t('common.saved'))
    } catch (error) {
      form.setFieldsValue(company)
      const [wrong] = error instanceof ApiError ? error.fields : []
      if (wrong === undefined) reportError(error)
      else form.setFields([{ name: wrong.field as keyof Values, errors: [wrong.message] }])
    }
  }
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={company}
      className="settings-fields"
      disabled={save.isPending}
      onValuesChange={(changed: Partial<Values>) => void change(changed)}
    >
      <Form.Item
        name="language"
        label={t('settings.companyLanguage')}
        extra={t('settings.companyLanguageHint')}
      >
        <Select
          className="settings-size"
          options={languages.map((value) => ({ value, label: t(`settings.languages.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="timeZone" label={t('settings.timeZone')} extra={t('settings.timeZoneHint')}>
        <Select className="settings-zone" showSearch options={zones} />
      </Form.Item>
      <Form.Item name="checkHours" label={t('settings.checkHours')} extra={t('settings.checkHoursHint')}>
        <Select
          className="settings-size"
          options={[...new Set([...offeredHours, company.checkHours])]
            .toSorted((a, b) => a - b)
            .map((hours) => ({ value: hours, label: t('settings.everyHours', { hours }) }))}
        />
      </Form.Item>
      <Form.Item
        name="storageCycle"
        label={t('settings.companyCycle')}
        extra={t('settings.companyCycleHint', {
          most: t(`settings.storageCycles.${company.storageCycleMost}`),
        })}
      >
        <Select
          className="settings-size"
          options={storageCycles
            .slice(0, storageCycles.indexOf(company.storageCycleMost) + 1)
            .map((value) => ({ value, label: t(`settings.storageCycles.${value}`) }))}
        />
      </Form.Item>
      <Form.Item
        name="storageInterval"
        label={t('settings.storageInterval')}
        extra={t('settings.storageIntervalHint')}
      >
        <Select
          className="settings-size"
          options={storageIntervals.map((value) => ({
            value,
            label: t(`settings.storageIntervals.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item
        name="carrierFindings"
        label={t('settings.carrierFindings')}
        extra={t('settings.carrierFindingsHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
    </Form>
  )
}

const isShorter = (wanted: Values['storageCycle'] | undefined, before: Values['storageCycle']) =>
  wanted !== undefined && storageCycles.indexOf(wanted) < storageCycles.indexOf(before)

const question = (t: TFunction) => ({
  title: t('settings.cycleShorterTitle'),
  text: t('settings.cycleShorterText'),
  action: t('settings.cycleShorterAction'),
})
