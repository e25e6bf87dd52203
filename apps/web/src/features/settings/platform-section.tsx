import type { EndpointOutput } from '@netward/contract'
import { passwordClasses, passwordLength } from '@netward/contract/field-rules'
import {
  fileLimitBounds,
  firmwareLimitBounds,
  imageLimits,
  languages,
  seriesLimitBounds,
  sessionBounds,
  storageCycles,
  syncIntervals,
} from '@netward/contract/setting-values'
import { Button, Form, Input, InputNumber, Radio, Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, reportError } from '../../lib/api-errors.ts'
import { notify } from '../../lib/notify.ts'
import { keepPlatformName } from '../../lib/platform-name.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Panel } from '../../ui/detail-page.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'

const endpoint = 'GET /api/v1/settings/platform'
type Platform = EndpointOutput<typeof endpoint>

const modes = ['closed', 'approval', 'open'] as const

export function PlatformSection() {
  const { t } = useTranslation()
  const { data, error, refetch } = useApi(endpoint, {})
  return (
    <Panel title={t('settings.platform')}>
      {data !== undefined ? (
        <PlatformForm key={JSON.stringify(data)} platform={data} />
      ) : error === null ? (
        <LoadingState rows={4} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Panel>
  )
}

/** Only changed values are sent, so that concurrent edits of different fields do not overwrite each other. */
function changesOf(before: Platform, after: Platform | undefined): Partial<Platform> {
  const keys = Object.keys(before) as (keyof Platform)[]
  return Object.fromEntries(
    keys
      .filter((key) => after?.[key] !== undefined && after[key] !== before[key])
      .map((key) => [key, after![key]]),
  )
}

function PlatformForm({ platform }: { platform: Platform }) {
  const { t } = useTranslation()
  const [form] = Form.useForm<Platform>()
  const wanted = Form.useWatch([], form) as Platform | undefined
  const confirm = useConfirm()
  const save = useAct('PUT /api/v1/settings/platform', {
    refresh: [endpoint, 'GET /api/v1/settings/applied'],
    errors: 'caller',
  })
  const changes = changesOf(platform, wanted)

  const submit = async (values: Platform) => {
    const act = async () => {
      try {
        const { platformName } = await save.mutateAsync(changesOf(platform, values))
        keepPlatformName(platformName)
      } catch (error) {
        if (!(error instanceof ApiError) || error.fields.length === 0) reportError(error)
        else {
          for (const { field, message } of error.fields)
            form.setFields([{ name: field as keyof Platform, errors: [message] }])
        }
        throw error
      }
    }
    const question = questionOf(platform, values)
    const done =
      question === null
        ? await act().then(
            () => true,
            () => false,
          )
        : await confirm({
            title: t(`settings.${question}Title`),
            text: t(`settings.${question}Text`),
            action: t(`settings.${question}Action`),
            act,
          })
    if (done) notify.success(t('common.saved'))
  }

  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={platform}
      requiredMark={false}
      className="settings-fields settings-platform"
      onFinish={(values: Platform) => void submit(values)}
    >
      <p className="quiet">{t('settings.platformHint')}</p>
      <Form.Item
        name="platformName"
        label={t('settings.platformName')}
        extra={t('settings.platformNameHint')}
        rules={[
          { required: true, whitespace: true, message: t('settings.platformNameEmpty') },
          { max: 100, message: t('validation.tooLong', { max: 100 }) },
        ]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="defaultLanguage"
        label={t('settings.defaultLanguage')}
        extra={t('settings.defaultLanguageHint')}
      >
        <Select
          className="settings-size"
          options={languages.map((value) => ({ value, label: t(`settings.languages.${value}`) }))}
        />
      </Form.Item>
      <Form.Item
        name="icpNumber"
        label={t('settings.icpNumber')}
        extra={t('settings.icpNumberHint')}
        rules={[{ max: 50, message: t('validation.tooLong', { max: 50 }) }]}
      >
        <Input className="settings-size" autoComplete="off" />
      </Form.Item>
      <Form.Item name="registration" label={t('settings.registration')}>
        <Radio.Group className="settings-modes">
          {modes.map((mode) => (
            <Radio key={mode} value={mode}>
              <strong>{t(`settings.registrationMode.${mode}`)}</strong>
              <small className="quiet">{t(`settings.registrationMeans.${mode}`)}</small>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <Group title={t('settings.uploads')}>
        <Form.Item name="imageLimit" label={t('settings.imageLimit')} extra={t('settings.imageLimitHint')}>
          <Select
            className="settings-size"
            options={imageLimits.map((size) => ({ value: size, label: t('settings.megabytes', { size }) }))}
          />
        </Form.Item>
        <Whole
          name="fileLimit"
          {...fileLimitBounds}
          unit={t('settings.megabyte')}
          hint={t('settings.fileLimitHint')}
        />
        <Whole
          name="firmwareLimit"
          {...firmwareLimitBounds}
          unit={t('settings.megabyte')}
          hint={t('settings.firmwareLimitHint')}
        />
      </Group>
      <Group title={t('settings.sessionPolicy')} hint={t('settings.sessionPolicyHint')}>
        <Whole name="sessionIdleMinutes" {...sessionBounds.idleMinutes} unit={t('settings.minutes')} />
        <Whole name="sessionHours" {...sessionBounds.hours} unit={t('settings.hours')} />
      </Group>
      <Group title={t('settings.passwordPolicy')} hint={t('settings.passwordPolicyHint')}>
        <Whole
          name="passwordLength"
          least={passwordLength.min}
          most={passwordLength.max}
          unit={t('settings.characters')}
        />
        <Form.Item name="passwordClasses" label={t('settings.passwordClasses')}>
          <Select
            className="settings-size"
            options={[passwordClasses.min, passwordClasses.max].map((count) => ({
              value: count,
              label: t('settings.ofFourClasses', { count }),
            }))}
          />
        </Form.Item>
      </Group>
      <Group title={t('settings.dataPolicy')}>
        <Form.Item
          name="storageCycle"
          label={t('settings.storageCycle')}
          extra={t('settings.storageCycleHint')}
        >
          <Select
            className="settings-size"
            options={storageCycles.map((value) => ({ value, label: t(`settings.storageCycles.${value}`) }))}
          />
        </Form.Item>
        <Whole
          name="seriesLimit"
          {...seriesLimitBounds}
          unit={t('settings.seriesUnit')}
          hint={t('settings.seriesLimitHint')}
        />
        <Form.Item
          name="syncInterval"
          label={t('settings.syncInterval')}
          extra={t('settings.syncIntervalHint')}
        >
          <Select
            className="settings-size"
            options={syncIntervals.map((value) => ({ value, label: t(`settings.syncIntervals.${value}`) }))}
          />
        </Form.Item>
      </Group>
      <div>
        <Button
          type="primary"
          htmlType="submit"
          loading={save.isPending}
          disabled={Object.keys(changes).length === 0}
        >
          {t('common.save')}
        </Button>
      </div>
    </Form>
  )
}

/** Changes that need confirmation: those that admit strangers, and those that delete. */
function questionOf(before: Platform, after: Platform): 'registrationOpen' | 'storageShorter' | null {
  if (storageCycles.indexOf(after.storageCycle) < storageCycles.indexOf(before.storageCycle))
    return 'storageShorter'
  return after.registration === 'open' && before.registration !== 'open' ? 'registrationOpen' : null
}

function Group({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="settings-group">
      <legend>{title}</legend>
      {hint !== undefined && <p className="quiet">{hint}</p>}
      {children}
    </fieldset>
  )
}

/** A whole number within bounds, which are shown when exceeded. */
function Whole(props: {
  name:
    | 'fileLimit'
    | 'firmwareLimit'
    | 'sessionIdleMinutes'
    | 'sessionHours'
    | 'passwordLength'
    | 'seriesLimit'
  least: number
  most: number
  unit: string
  hint?: string
}) {
  const { t } = useTranslation()
  const { name, least, most } = props
  const wrong = t('settings.between', { least, most })
  return (
    <Form.Item
      name={name}
      label={t(`settings.${name}`)}
      extra={props.hint}
      rules={[
        { required: true, message: wrong },
        { type: 'integer', min: least, max: most, message: wrong },
      ]}
    >
      <InputNumber<number> className="settings-size" suffix={props.unit} inputMode="numeric" />
    </Form.Item>
  )
}
