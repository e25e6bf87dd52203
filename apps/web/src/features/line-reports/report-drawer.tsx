import { reportKinds, reportLanguages, reportLimits } from '@netward/contract/line-report-values'
import { isps } from '@netward/contract/outlet-values'
import { useNavigate } from '@tanstack/react-router'
import { AutoComplete, Form, Radio, Select, type SelectProps } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useLanguage } from '../../lib/preferences.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { clockAt, instantOf } from '../../lib/wall-clock.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { OutletSelect } from '../../ui/outlet-select.tsx'
import { type ReportInput, reportCreation, reportList } from './line-report.ts'

interface Values {
  kind: ReportInput['kind']
  language: ReportInput['language']
  from: string
  to: string
  lineIds: string[]
  isp?: NonNullable<ReportInput['isp']>
  region?: string
  outletId?: string
}

const day = 86_400_000

/** What a report is about, and of which time. It opens once it is made. */
export function ReportDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const language = useLanguage()
  const create = useAct(reportCreation, { errors: 'caller', refresh: [reportList] })
  const [wasOpen, setWasOpen] = useState(false)
  const [initialValues, setInitialValues] = useState<Values>(() => lastWeek(language))
  // Each opening offers the week until then.
  if (wasOpen !== open) {
    setWasOpen(open)
    if (open) setInitialValues(lastWeek(language))
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
      <What open={open} />
      <Form.Item name="language" label={t('lineReports.language')}>
        <Radio.Group
          options={reportLanguages.map((value) => ({ value, label: t(`lineReports.languages.${value}`) }))}
        />
      </Form.Item>
    </FormDrawer>
  )
}

function lastWeek(language: Values['language']): Values {
  const now = Date.now()
  return {
    kind: 'lines',
    language,
    from: clockAt(new Date(now - 7 * day)),
    to: clockAt(new Date(now)),
    lineIds: [],
  }
}

/** Only what the kind asks for. */
function inputOf({ kind, language, from, to, lineIds, isp, region, outletId }: Values): ReportInput {
  return {
    kind,
    language,
    from: instantOf(from),
    to: instantOf(to),
    lineIds: kind === 'outlet' ? [] : lineIds,
    ...(kind === 'lines' && isp ? { isp } : {}),
    ...(kind === 'lines' && region ? { region } : {}),
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

/** The lines, or the filters that say which. */
function What({ open }: { open: boolean }) {
  const { t } = useTranslation()
  const kind = Form.useWatch<Values['kind'] | undefined>('kind') ?? 'lines'
  const { companyId } = useCompanyScope()
  const regions = useApi('GET /api/v1/outlet/values', {}, { enabled: open && kind === 'lines' }).data?.regions
  const isComparison = kind === 'comparison'
  const most = isComparison ? reportLimits.compared : reportLimits.lines
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
                isComparison && (lineIds.length < 2 || lineIds.length > most)
                  ? Promise.reject(new Error(t('lineReports.linesWrong', { most })))
                  : Promise.resolve(),
            },
          ]}
        >
          <LineSelect enabled={open} maxCount={most} />
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
function LineSelect({ enabled, ...field }: Omit<SelectProps<string[]>, 'options'> & { enabled: boolean }) {
  const [search, setSearch] = useState('')
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const wanted = useDeferredValue(search.trim())
  const found = useApi(
    'POST /api/v1/outlet/line/lists',
    { page: 1, pageSize: 50, sort: 'name', ...(wanted !== '' && { search: wanted }) },
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
