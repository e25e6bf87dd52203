import { Form, Radio, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/notify.ts'
import { useAct, useApi } from '../../../lib/use-api.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import type { DeviceDetail } from '../../../lib/device-row.ts'
import { LabelItems, type LabelValues, noLabel } from '../../../ui/label-items.tsx'
import { useClaimRefusal } from '../../../lib/use-claim-refusal.ts'

type How = 'device' | 'pool' | 'label'
const hows = ['device', 'pool', 'label'] as const

interface Values {
  how: How
  newDeviceId: string | undefined
  poolId: string | undefined
  label: LabelValues
}

const initialValues: Values = {
  how: 'device',
  newDeviceId: undefined,
  poolId: undefined,
  label: noLabel,
}

interface Props {
  device: DeviceDetail
  open: boolean
  onClose: () => void
}

/** Replaces a broken gateway with another. */
export function ReplaceDrawer({ device, open, onClose }: Props) {
  const { t } = useTranslation()
  const { refused, forget, attempt } = useClaimRefusal()
  const replace = useAct('POST /api/v1/device/:deviceId/replace', {
    errors: 'caller',
    refresh: [
      'GET /api/v1/device/:deviceId',
      'GET /api/v1/device/:deviceId/timeline',
      'POST /api/v1/device/lists',
      'POST /api/v1/device/pool/lists',
    ],
  })
  const close = () => {
    forget()
    onClose()
  }
  const submit = ({ how, newDeviceId, poolId, label }: Values) =>
    attempt(async () => {
      const by = {
        device: { ...(newDeviceId !== undefined && { newDeviceId }) },
        pool: { ...(poolId !== undefined && { poolId }) },
        label: { label },
      }[how]
      const { done, asked } = await replace.mutateAsync({ deviceId: device.id, ...by })
      if (asked) notify.success(t('devices.pool.claimAsked', { count: 1 }))
      else notify.success(t(done ? 'outlets.replace.done' : 'outlets.replace.waiting'))
    })
  return (
    <FormDrawer<Values>
      title={t('outlets.replace.title', { name: device.name })}
      open={open}
      onClose={close}
      initialValues={initialValues}
      submitText={t('outlets.replace.submit')}
      savedText={false}
      onSubmit={submit}
    >
      <p className="device-plain place-hint">{t('outlets.replace.text')}</p>
      {refused && (
        <p className="device-remark device-remark-warn place-hint" role="alert">
          {t('outlets.replace.refused')}
        </p>
      )}
      <Form.Item name="how" label={t('outlets.replace.how')}>
        <Radio.Group
          className="replace-how"
          options={hows.map((value) => ({ value, label: t(`outlets.replace.hows.${value}`) }))}
        />
      </Form.Item>
      <NewGateway device={device} enabled={open} />
    </FormDrawer>
  )
}

function NewGateway({ device, enabled }: { device: DeviceDetail; enabled: boolean }) {
  const how = Form.useWatch<How | undefined>('how') ?? 'device'
  if (how === 'device') return <OwnGateway device={device} enabled={enabled} />
  return how === 'pool' ? <PoolGateway enabled={enabled} /> : <LabelledGateway />
}

function OwnGateway({ device, enabled }: { device: DeviceDetail; enabled: boolean }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const found = useApi(
    'POST /api/v1/device/lists',
    {
      outletId: '0',
      companyId: device.companyId,
      guard: ['none'],
      pageSize: 50,
      ...(search.trim() !== '' && { search: search.trim() }),
    },
    { enabled, keepPrevious: true },
  ).data
  const offered = (found?.items ?? []).filter(({ id }) => id !== device.id)
  return (
    <Form.Item
      name="newDeviceId"
      label={t('outlets.replace.device')}
      rules={[{ required: true, message: t('outlets.replace.deviceEmpty') }]}
    >
      <Select
        showSearch={{ filterOption: false, onSearch: setSearch }}
        placeholder={t('common.pleaseSelect')}
        notFoundContent={t('outlets.replace.deviceNone')}
        options={offered.map(({ id, name, serialNumber, presence }) => ({
          value: id,
          label: `${name === serialNumber ? name : `${name} · ${serialNumber}`} · ${t(`devices.presence.${presence}`)}`,
        }))}
      />
    </Form.Item>
  )
}

function PoolGateway({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation()
  const found = useApi('POST /api/v1/device/pool/lists', { pageSize: 200 }, { enabled }).data
  const offered = (found?.items ?? []).filter(({ duplicate }) => !duplicate)
  return (
    <Form.Item
      name="poolId"
      label={t('outlets.replace.pool')}
      extra={t('outlets.replace.poolHint')}
      rules={[{ required: true, message: t('outlets.replace.deviceEmpty') }]}
    >
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('common.pleaseSelect')}
        notFoundContent={t('outlets.replace.poolNone')}
        options={offered.map(({ id, serialNumber, manufacturer, oui }) => ({
          value: id,
          label: [serialNumber, manufacturer, oui].filter((part) => part !== '').join(' · '),
        }))}
      />
    </Form.Item>
  )
}

function LabelledGateway() {
  const { t } = useTranslation()
  return (
    <>
      <p className="device-plain place-hint">{t('outlets.replace.poolHint')}</p>
      <LabelItems at="label" />
    </>
  )
}
