import { Form, Input, Select } from 'antd'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { timeZoneStore } from '../../lib/time-zone.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { instantOf } from '../../lib/wall-clock.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { type Chosen, DryRun } from './dry-run.tsx'
import { afterCampaign, firmwareList } from './ota.ts'
import { PlanFields } from './plan-fields.tsx'

interface Values {
  name: string
  firmwareId: string | undefined
  modelName: string | undefined
  softwareVersion: string | undefined
  firstRings: { value: number; soakMinutes: number }[]
  window: 'any' | 'closed_hours' | 'daily'
  from: string | undefined
  to: string | undefined
  startAt: string | undefined
  maxConcurrent: number
  perMinute: number
  retries: number
  retryMinutes: number
  offlineHours: number
  verifyMinutes: number
  maxFailurePercent: number
}

const initialValues: Values = {
  name: '',
  firmwareId: undefined,
  modelName: undefined,
  softwareVersion: undefined,
  firstRings: [{ value: 5, soakMinutes: 60 }],
  window: 'any',
  from: undefined,
  to: undefined,
  startAt: undefined,
  maxConcurrent: 50,
  perMinute: 60,
  retries: 1,
  retryMinutes: 30,
  offlineHours: 72,
  verifyMinutes: 30,
  maxFailurePercent: 10,
}

/** A new campaign for the gateways given, or for those of the company that match. */
export function CampaignDrawer(props: { deviceIds: readonly string[]; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { deviceIds, open } = props
  const create = useAct('POST /ota/api/v2/ota/campaign', { refresh: afterCampaign, errors: 'caller' })
  const move = useAct('POST /ota/api/v2/ota/campaign/:campaignId/move', { refresh: afterCampaign })
  const submit = async ({
    firmwareId,
    modelName,
    softwareVersion,
    firstRings,
    from,
    to,
    startAt,
    ...plan
  }: Values) => {
    const { campaignId, targets } = await create.mutateAsync({
      ...plan,
      ...chosenBy(deviceIds, { modelName, softwareVersion }),
      firmwareId: firmwareId ?? '',
      rings: [
        ...firstRings.map((ring) => ({ kind: 'percent' as const, ...ring })),
        { kind: 'percent', value: 100, soakMinutes: 0 },
      ],
      timeZone: timeZoneStore.get() ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(plan.window === 'daily' && { fromMinute: minuteOf(from), toMinute: minuteOf(to) }),
      ...(startAt !== undefined && startAt !== '' && { startAt: instantOf(startAt) }),
    })
    const { state } = await move.mutateAsync({ campaignId, move: 'start' })
    notify.success(
      state === 'awaiting_approval' ? t('ota.createdWaiting') : t('ota.created', { count: targets }),
    )
    void navigate({ to: paths.upgrade(campaignId) })
  }
  return (
    <FormDrawer<Values>
      title={t('ota.campaignNew')}
      open={open}
      onClose={props.onClose}
      initialValues={initialValues}
      submitText={t('ota.create')}
      savedText={false}
      width={640}
      onSubmit={submit}
    >
      <Form.Item
        name="name"
        label={t('ota.campaignName')}
        rules={[{ required: true, whitespace: true, message: t('ota.nameEmpty') }]}
      >
        <Input maxLength={100} />
      </Form.Item>
      <FirmwareField enabled={open} />
      {deviceIds.length > 0 ? (
        <p>{t('ota.chosenDevices', { count: deviceIds.length })}</p>
      ) : (
        <FilterFields enabled={open} />
      )}
      <Form.Item noStyle dependencies={['firmwareId', 'modelName', 'softwareVersion']}>
        {({ getFieldsValue }) => {
          const { firmwareId, modelName, softwareVersion } = getFieldsValue(true) as Values
          return (
            firmwareId !== undefined && (
              <DryRun firmwareId={firmwareId} chosen={chosenBy(deviceIds, { modelName, softwareVersion })} />
            )
          )
        }}
      </Form.Item>
      <PlanFields />
    </FormDrawer>
  )
}

function FirmwareField({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation()
  const found = useApi(firmwareList, { state: ['released'], pageSize: 200 }, { enabled }).data
  return (
    <Form.Item
      name="firmwareId"
      label={t('ota.firmware')}
      rules={[{ required: true, message: t('ota.firmwareEmpty') }]}
      extra={found?.items.length === 0 ? t('ota.firmwareNoReleased') : undefined}
    >
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('common.pleaseSelect')}
        options={(found?.items ?? []).map(({ id, version, models }) => ({
          value: id,
          label: `${version} · ${models.join(', ')}`,
        }))}
      />
    </Form.Item>
  )
}

function FilterFields({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation()
  const offered = useApi('GET /api/v1/device/summary', {}, { enabled }).data
  const options = (values: readonly string[] = []) => values.map((value) => ({ value, label: value }))
  return (
    <fieldset className="ota-fieldset">
      <legend>{t('ota.allDevices')}</legend>
      <div className="ota-pair">
        <Form.Item name="modelName" label={t('ota.modelFilter')}>
          <Select allowClear showSearch options={options(offered?.models)} />
        </Form.Item>
        <Form.Item name="softwareVersion" label={t('ota.versionFilter')}>
          <Select allowClear showSearch options={options(offered?.softwareVersions)} />
        </Form.Item>
      </div>
    </fieldset>
  )
}

function chosenBy(
  deviceIds: readonly string[],
  { modelName, softwareVersion }: Pick<Values, 'modelName' | 'softwareVersion'>,
): Chosen {
  if (deviceIds.length > 0) return { deviceIds: [...deviceIds] }
  return {
    filters: {
      type: ['smart_cpe'],
      ...(modelName !== undefined && { modelName }),
      ...(softwareVersion !== undefined && { softwareVersion }),
    },
  }
}

function minuteOf(time = ''): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
