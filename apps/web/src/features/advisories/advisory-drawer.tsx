import {
  advisorySeverities,
  type AdvisorySeverity,
  mostAdvisoryModels,
} from '@netward/contract/advisory-values'
import { Alert, Form, Input, InputNumber, Select } from 'antd'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterAdvisory, type AdvisoryRow } from './advisory.ts'

interface Values {
  code: string
  title: string
  vendor: string
  models: string[]
  firstVersion: string
  lastVersion: string
  fixedVersion: string
  severity: AdvisorySeverity | undefined
  cvss: number | null
  url: string
  note: string
  publishedOn: string
}

const valuesOf = (advisory: AdvisoryRow | null): Values => ({
  code: advisory?.code ?? '',
  title: advisory?.title ?? '',
  vendor: advisory?.vendor ?? '',
  models: advisory?.models ?? [],
  firstVersion: advisory?.firstVersion ?? '',
  lastVersion: advisory?.lastVersion ?? '',
  fixedVersion: advisory?.fixedVersion ?? '',
  severity: advisory?.severity,
  cvss: advisory?.cvss ?? null,
  url: advisory?.url ?? '',
  note: advisory?.note ?? '',
  publishedOn: advisory?.publishedOn ?? '',
})

const sent = ({ severity = 'medium', publishedOn, ...values }: Values) => ({
  ...values,
  severity,
  publishedOn: publishedOn === '' ? null : publishedOn,
})

/** Adds an advisory, or changes one, and shows what it affects now. */
export function AdvisoryDrawer(props: { advisory: AdvisoryRow | null; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { advisory, open, onClose } = props
  const create = useAct('POST /monitor/api/v1/advisory', { errors: 'caller', refresh: afterAdvisory })
  const edit = useAct('PUT /monitor/api/v1/advisory/:advisoryId', {
    errors: 'caller',
    refresh: afterAdvisory,
  })
  const initialValues = useMemo(() => valuesOf(advisory), [advisory])
  return (
    <FormDrawer<Values>
      key={advisory?.id ?? 'new'}
      title={t(advisory === null ? 'advisories.addTitle' : 'advisories.editTitle')}
      open={open}
      onClose={onClose}
      width={640}
      initialValues={initialValues}
      onSubmit={(values) =>
        advisory === null
          ? create.mutateAsync(sent(values))
          : edit.mutateAsync({ advisoryId: advisory.id, ...sent(values) })
      }
    >
      <Form.Item
        name="code"
        label={t('advisories.code')}
        extra={t('advisories.codeHint')}
        rules={[{ required: true, whitespace: true, message: t('advisories.codeEmpty') }]}
      >
        <Input maxLength={60} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="title"
        label={t('advisories.title')}
        rules={[{ required: true, whitespace: true, message: t('advisories.titleEmpty') }]}
      >
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <div className="advisory-row">
        <Form.Item
          name="severity"
          label={t('advisories.severity')}
          rules={[{ required: true, message: t('advisories.severityEmpty') }]}
        >
          <Select
            options={advisorySeverities.map((value) => ({
              value,
              label: t(`advisories.severities.${value}`),
            }))}
          />
        </Form.Item>
        <Form.Item name="cvss" label={t('advisories.cvss')}>
          <InputNumber min={0} max={10} step={0.1} precision={1} />
        </Form.Item>
        <Form.Item name="publishedOn" label={t('advisories.publishedOn')}>
          <DateField />
        </Form.Item>
      </div>
      <Affected open={open} />
      <Form.Item
        name="url"
        label={t('advisories.url')}
        rules={[{ pattern: /^https?:\/\/\S+$/, message: t('advisories.urlWrong') }]}
      >
        <Input maxLength={500} autoComplete="off" spellCheck={false} placeholder="https://" />
      </Form.Item>
      <Form.Item name="note" label={t('advisories.note')}>
        <Input.TextArea maxLength={2000} autoSize={{ minRows: 2, maxRows: 8 }} />
      </Form.Item>
    </FormDrawer>
  )
}

function Affected({ open }: { open: boolean }) {
  const { t } = useTranslation()
  const offered = useApi('GET /monitor/api/v1/device/summary', {}, { enabled: open }).data
  return (
    <>
      <Form.Item
        name="vendor"
        label={t('advisories.vendor')}
        extra={t('advisories.vendorHint')}
        rules={[{ required: true, whitespace: true, message: t('advisories.vendorEmpty') }]}
      >
        <Input maxLength={100} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="models" label={t('advisories.models')} extra={t('advisories.modelsHint')}>
        <Select
          mode="tags"
          maxCount={mostAdvisoryModels}
          tokenSeparators={[',', ';', '，', '；']}
          options={(offered?.models ?? []).map((value) => ({ value, label: value }))}
        />
      </Form.Item>
      <div className="advisory-row">
        {(['firstVersion', 'lastVersion', 'fixedVersion'] as const).map((field) => (
          <Form.Item
            key={field}
            name={field}
            label={t(`advisories.${field}`)}
            extra={t(`advisories.${field}Hint`)}
          >
            <Input maxLength={100} autoComplete="off" spellCheck={false} />
          </Form.Item>
        ))}
      </div>
      <Would />
    </>
  )
}

/** What the values affect now, while they are entered. */
function Would() {
  const { t } = useTranslation()
  const form = Form.useFormInstance<Values>()
  const vendor = Form.useWatch('vendor', form) ?? ''
  const models = Form.useWatch('models', form) ?? []
  const firstVersion = Form.useWatch('firstVersion', form) ?? ''
  const lastVersion = Form.useWatch('lastVersion', form) ?? ''
  const fixedVersion = Form.useWatch('fixedVersion', form) ?? ''
  const tried = useDeferredValue({ vendor, models, firstVersion, lastVersion, fixedVersion })
  const enabled =
    tried.vendor.trim() !== '' && (tried.lastVersion.trim() !== '' || tried.fixedVersion.trim() !== '')
  const would = useApi('POST /monitor/api/v1/advisory/try', tried, { enabled, keepPrevious: true }).data
  if (!enabled || would === undefined) return null
  const { devices, builds, ofVendor } = would
  const versions = builds
    .map(({ modelName, softwareVersion, devices: n }) => `${modelName} ${softwareVersion} × ${n}`)
    .join(', ')
  const text =
    devices > 0
      ? t('advisories.would', { count: devices })
      : ofVendor > 0
        ? t('advisories.wouldNoneOfVendor', { count: ofVendor })
        : t('advisories.wouldNoVendor')
  return (
    <Alert
      className="advisory-would"
      type={devices > 0 ? 'warning' : 'info'}
      showIcon
      title={text}
      {...(versions !== '' && { description: versions })}
    />
  )
}
