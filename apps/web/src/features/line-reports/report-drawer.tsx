import { cities } from '@netward/contract/cities'
import { reportKinds, reportLanguages, reportLimits } from '@netward/contract/line-report-values'
import { isps } from '@netward/contract/outlet-values'
import { useNavigate } from '@tanstack/react-router'
import { AutoComplete, Checkbox, Form, Radio, Select, type SelectProps } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useLanguage } from '../../lib/preferences.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { clockAt, instantOf } from '../../lib/wall-clock.ts'
import { CompanySelect } from '../../ui/company-select.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { OutletSelect } from '../../ui/outlet-select.tsx'
import { type ReportInput, reportCreation, reportList } from './line-report.ts'

/** A line that a report was asked for on its page. */
export interface ReportSubject {
  readonly id: string
  readonly name: string
  readonly outletName: string
  readonly companyId: string
}

interface Values {
  companyId?: string
  kind: ReportInput['kind']
  language: ReportInput['language']
  from: string
  to: string
  lineIds: string[]
  isp?: NonNullable<ReportInput['isp']>
  region?: string
  outletId?: string
  cityCode?: string
  before: boolean
}

const day = 86_400_000
const cityOptions = cities.map(({ code, name, province }) => ({
  value: code,
  label: name === province ? name : `${province} ${name}`,
}))

/** What a report is about, and of which time. It opens once it is made. */
export function ReportDrawer({
  line,
  open,
  onClose,
}: {
  line?: ReportSubject
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const language = useLanguage()
  const create = useAct(reportCreation, { errors: 'caller', refresh: [reportList] })
  const [wasOpen, setWasOpen] = useState(false)
  const [initialValues, setInitialValues] = useState<Values>(() => lastWeek(language, line))
  // Each opening offers the week until then.
  if (wasOpen !== open) {
    setWasOpen(open)
    if (open) setInitialValues(lastWeek(language, line))
  }
  return (
    <FormDrawer<Values>
      title={t('lineReports.createTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      submitText={t('lineReports.create')}
      savedText={t('lineReports.created')}
      onSubmit={async (values) => {
        const made = await create.mutateAsync(inputOf(values))
        void navigate({ to: paths.lineReport(made.id) })
      }}
    >
      <Kind />
      <Period />
      {line === undefined && <Company />}
      <What open={open} line={line} />
      <Form.Item name="language" label={t('lineReports.language')}>
        <Radio.Group
          options={reportLanguages.map((value) => ({ value, label: t(`lineReports.languages.${value}`) }))}
        />
      </Form.Item>
    </FormDrawer>
  )
}

function lastWeek(language: Values['language'], line: ReportSubject | undefined): Values {
  const now = Date.now()
  return {
    ...(line !== undefined && { companyId: line.companyId }),
    kind: 'lines',
    language,
    from: clockAt(new Date(now - 7 * day)),
    to: clockAt(new Date(now)),
    lineIds: line === undefined ? [] : [line.id],
    before: false,
  }
}

/** Only what the kind asks for. */
function inputOf(values: Values): ReportInput {
  const { companyId, kind, language, from, to, lineIds, isp, region, cityCode, outletId, before } = values
  return {
    ...(companyId ? { companyId } : {}),
    kind,
    language,
    from: instantOf(from),
    to: instantOf(to),
    lineIds: kind === 'outlet' ? [] : lineIds,
    ...(kind === 'lines' && isp ? { isp } : {}),
    ...(kind === 'lines' && region ? { region } : {}),
    ...(kind === 'lines' && cityCode ? { cityCode } : {}),
    ...(kind === 'comparison' && { before }),
    ...(kind !== 'comparison' && outletId ? { outletId } : {}),
  }
}

function Kind() {
  const { t } = useTranslation()
  const kind = Form.useWatch<Values['kind'] | undefined>('kind') ?? 'lines'
  const most = kind === 'comparison' ? reportLimits.compared : reportLimits.lines
  return (
    <Form.Item name="kind" label={t('lineReports.kind')} extra={t(`lineReports.kindHints.${kind}`, { most })}>
      <Radio.Group
        options={reportKinds.map((value) => ({ value, label: t(`lineReports.kinds.${value}`) }))}
      />
    </Form.Item>
  )
}

function Period() {
  const { t } = useTranslation()
  return (
    <>
      <Form.Item
        name="from"
        label={t('lineReports.from')}
        rules={[{ required: true, message: t('validation.missing') }]}
      >
        <DateField kind="moment" />
      </Form.Item>
      <Form.Item
        name="to"
        label={t('lineReports.to')}
        dependencies={['from']}
        rules={[
          { required: true, message: t('validation.missing') },
          ({ getFieldValue }) => ({
            validator: (_, to: string) => {
              const length = Date.parse(to) - Date.parse(String(getFieldValue('from')))
              return length > 0 && length <= reportLimits.days * day
                ? Promise.resolve()
                : Promise.reject(new Error(t('lineReports.periodWrong', { days: reportLimits.days })))
            },
          }),
        ]}
      >
        <DateField kind="moment" />
      </Form.Item>
    </>
  )
}

/** Whose lines, for those who see several companies: a report is on lines of one. */
function Company() {
  const { t } = useTranslation()
  const form = Form.useFormInstance<Values>()
  const { several, companyName } = useCompanyScope()
  if (!several) return null
  return (
    <Form.Item
      name="companyId"
      label={t('lineReports.company')}
      extra={t('lineReports.companyHint', { company: companyName })}
    >
      <CompanySelect allowClear onChange={() => form.resetFields(['lineIds', 'outletId', 'region'])} />
    </Form.Item>
  )
}

/** The lines, or the filters that say which. */
function What({ open, line }: { open: boolean; line: ReportSubject | undefined }) {
  const { t } = useTranslation()
  const kind = Form.useWatch<Values['kind'] | undefined>('kind') ?? 'lines'
  const scope = useCompanyScope()
  const companyId = Form.useWatch<Values['companyId']>('companyId') ?? scope.companyId
  const regions = useApi('GET /api/v1/outlet/values', { companyId }, { enabled: open && kind === 'lines' })
    .data?.regions
  const isComparison = kind === 'comparison'
  const before = Form.useWatch<boolean | undefined>('before') === true
  const compared = reportLimits.compared / (before ? 2 : 1)
  const [least, most] = isComparison ? [before ? 1 : 2, compared] : [0, reportLimits.lines]
  return (
    <>
      {kind !== 'outlet' && (
        <Form.Item
          name="lineIds"
          label={t('lineReports.lines')}
          extra={isComparison ? undefined : t('lineReports.linesHint')}
          rules={[
            {
              validator: (_, lineIds: readonly string[] = []) =>
                isComparison && (lineIds.length < least || lineIds.length > most)
                  ? Promise.reject(new Error(t('lineReports.linesWrong', { least, most })))
                  : Promise.resolve(),
            },
          ]}
        >
          <LineSelect companyId={companyId} line={line} enabled={open} maxCount={most} />
        </Form.Item>
      )}
      {isComparison && (
        <Form.Item name="before" valuePropName="checked" extra={t('lineReports.beforeHint')}>
          <Checkbox>{t('lineReports.before')}</Checkbox>
        </Form.Item>
      )}
      {kind === 'lines' && (
        <>
          <Form.Item name="isp" label={t('outlets.line.isp')}>
            <Select
              allowClear
              options={isps.map((value) => ({ value, label: t(`outlets.isps.${value}`) }))}
              placeholder={t('common.pleaseSelect')}
            />
          </Form.Item>
          <Form.Item name="cityCode" label={t('lineReports.city')}>
            <Select
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              options={cityOptions}
              placeholder={t('common.pleaseSelect')}
            />
          </Form.Item>
          <Form.Item name="region" label={t('outlets.region')}>
            <AutoComplete options={(regions ?? []).map((value) => ({ value }))} maxLength={400} />
          </Form.Item>
        </>
      )}
      {!isComparison && (
        <Form.Item
          name="outletId"
          label={t('outlets.line.outlet')}
          rules={kind === 'outlet' ? [{ required: true, message: t('outlets.line.outletEmpty') }] : []}
        >
          <OutletSelect companyId={companyId} allowClear={kind === 'lines'} enabled={open} />
        </Form.Item>
      )}
    </>
  )
}

/** Several lines: the server searches. Those already selected keep their names. */
function LineSelect({
  companyId,
  line,
  enabled,
  ...field
}: Omit<SelectProps<string[]>, 'options'> & {
  companyId: string
  line: ReportSubject | undefined
  enabled: boolean
}) {
  const [search, setSearch] = useState('')
  const [names, setNames] = useState<ReadonlyMap<string, string>>(
    new Map(line === undefined ? [] : [[line.id, `${line.outletName} · ${line.name}`]]),
  )
  const wanted = useDeferredValue(search.trim())
  const found = useApi(
    'POST /api/v1/outlet/line/lists',
    { page: 1, pageSize: 50, sort: 'name', companyId, ...(wanted !== '' && { search: wanted }) },
    { enabled, keepPrevious: true },
  ).data
  const offered = (found?.items ?? []).map(({ id, name, outletName }) => ({
    value: id,
    label: `${outletName} · ${name}`,
  }))
  const others = (field.value ?? []).filter((id) => offered.every(({ value }) => value !== id))
  return (
    <Select
      {...field}
      mode="multiple"
      showSearch={{ filterOption: false, onSearch: setSearch }}
      options={[...offered, ...others.map((value) => ({ value, label: names.get(value) ?? value }))]}
      onChange={(value, option) => {
        setNames(
          (known) => new Map([...known, ...offered.map(({ value: id, label }) => [id, label] as const)]),
        )
        field.onChange?.(value, option)
      }}
    />
  )
}
