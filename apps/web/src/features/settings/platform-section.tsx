import type { EndpointOutput } from '@netward/contract'
import { Button, Form, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Panel } from '../../ui/detail-page.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'

const endpoint = 'GET /api/v1/settings/platform'
type Platform = EndpointOutput<typeof endpoint>

const modes = ['closed', 'approval', 'open'] as const
const sizes = [1, 2, 3, 4, 5]

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

function PlatformForm({ platform }: { platform: Platform }) {
  const { t } = useTranslation()
  const [form] = Form.useForm<Platform>()
  const wanted = Form.useWatch([], form) as Platform | undefined
  const confirm = useConfirm()
  const save = useAct('PUT /api/v1/settings/platform', { refresh: [endpoint] })
  const changed =
    wanted !== undefined &&
    (wanted.registration !== platform.registration || wanted.imageLimit !== platform.imageLimit)

  const submit = async (values: Platform) => {
    const act = () => save.mutateAsync(values)
    const opens = values.registration === 'open' && platform.registration !== 'open'
    const done = opens
      ? await confirm({
          title: t('settings.registrationOpenTitle'),
          text: t('settings.registrationOpenText'),
          action: t('settings.registrationOpenAction'),
          act,
        })
      : await act().then(
          () => true,
          () => false,
        )
    if (done) notify.success(t('common.saved'))
  }

  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={platform}
      className="settings-fields"
      onFinish={(values: Platform) => void submit(values)}
    >
      <p className="quiet">{t('settings.platformHint')}</p>
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
      <Form.Item name="imageLimit" label={t('settings.imageLimit')} extra={t('settings.imageLimitHint')}>
        <Select
          className="settings-size"
          options={sizes.map((size) => ({ value: size, label: t('settings.megabytes', { size }) }))}
        />
      </Form.Item>
      <div>
        <Button type="primary" htmlType="submit" loading={save.isPending} disabled={!changed}>
          {t('common.save')}
        </Button>
      </div>
    </Form>
  )
}
