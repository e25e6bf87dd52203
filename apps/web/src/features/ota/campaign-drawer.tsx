import { Form, Input } from 'antd'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { orderFor } from '../../lib/for-order.ts'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useAct } from '../../lib/use-api.ts'
import { instantOf } from '../../lib/wall-clock.ts'
import { OrderSelect, useMayNameOrder } from '../../ui/order-select.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { type Chosen, DryRun } from './dry-run.tsx'
import { DowngradeField } from './downgrade-field.tsx'
import { FirmwareFacts } from './firmware-facts.tsx'
import { FilterFields, FirmwareField } from './firmware-field.tsx'
import { LiveFields } from './live-fields.tsx'
import { afterCampaign } from './ota.ts'
import { noPlan, planOf, type PlanValues } from './plan.ts'
import type { Planned } from './planned.ts'
import { PlanFields } from './plan-fields.tsx'

interface Values extends PlanValues {
  name: string
  firmwareId: string | undefined
  modelName: string | undefined
  softwareVersion: string | undefined
  live: boolean
  liveUntil: string | undefined
  orderId: string | undefined
}

const initialValues: Values = {
  ...noPlan,
  name: '',
  firmwareId: undefined,
  modelName: undefined,
  softwareVersion: undefined,
  live: false,
  liveUntil: undefined,
  orderId: undefined,
}

/** A new campaign for the given gateways, or for the company's matching ones. */
export function CampaignDrawer(props: {
  deviceIds: readonly string[]
  planned: Planned
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { deviceIds, planned, open } = props
  const mayNameOrder = useMayNameOrder()
  const only = deviceIds.length === 1 && mayNameOrder ? deviceIds[0] : undefined
  const values = useMemo(
    () => ({ ...initialValues, ...planned, ...(only !== undefined && orderFor(only)) }),
    [planned, only],
  )
  const create = useAct('POST /ota/api/v2/ota/campaign', { refresh: afterCampaign, errors: 'caller' })
  const move = useAct('POST /ota/api/v2/ota/campaign/:campaignId/move', { refresh: afterCampaign })
  const submit = async ({
    name,
    firmwareId,
    modelName,
    softwareVersion,
    live,
    liveUntil,
    orderId,
    ...plan
  }: Values) => {
    const {
      campaignId,
      targets,
      state: made,
    } = await create.mutateAsync({
      name,
      ...chosenBy(deviceIds, { modelName, softwareVersion }),
      firmwareId: firmwareId ?? '',
      ...(live && liveUntil !== undefined && liveUntil !== '' && { liveUntil: instantOf(liveUntil) }),
      ...(orderId !== undefined && { orderId }),
      ...planOf(plan),
    })
    const { state } = await move.mutateAsync({ campaignId, move: 'start' })
    if (made === 'preparing') notify.success(t('ota.createdPreparing', { count: targets }))
    else
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
      initialValues={values}
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
      {mayNameOrder && (
        <Form.Item name="orderId" label={t('orders.forOrder')} extra={t('orders.forOrderHint')}>
          <OrderSelect enabled={open} />
        </Form.Item>
      )}
      <FirmwareField enabled={open} />
      {deviceIds.length > 0 ? (
        <p>{t('ota.chosenDevices', { count: deviceIds.length })}</p>
      ) : (
        <FilterFields enabled={open} legend={t('ota.allDevices')} />
      )}
      {deviceIds.length === 0 && <LiveFields />}
      <DowngradeField />
      <Form.Item
        noStyle
        dependencies={['firmwareId', 'modelName', 'softwareVersion', 'live', 'allowDowngrade', 'window']}
      >
        {({ getFieldsValue }) => {
          const { firmwareId, modelName, softwareVersion, live, allowDowngrade, window } = getFieldsValue(
            true,
          ) as Values
          return (
            firmwareId !== undefined && (
              <>
                <FirmwareFacts firmwareId={firmwareId} />
                <DryRun
                  firmwareId={firmwareId}
                  chosen={{ ...chosenBy(deviceIds, { modelName, softwareVersion }), allowDowngrade }}
                  whileClosed={window === 'closed_hours'}
                />
                {live && <p className="ota-hint">{t('ota.liveDryRun')}</p>}
              </>
            )
          )
        }}
      </Form.Item>
      <PlanFields />
    </FormDrawer>
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
