import { planLimits } from '@netward/contract/order-form-values'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { DeviceSelect } from '../../../ui/device-select.tsx'
import { OutletsSelect } from '../../../ui/outlets-select.tsx'
import type { Plan, PlanRow } from '../order.ts'

type PlanScope = PlanRow['scope']
const kinds = ['all', 'region', 'outlets', 'devices', 'tag'] as const satisfies readonly PlanScope['kind'][]

/** A scope in the form, which keeps what is entered while another kind is tried. */
export interface ScopeValues {
  kind: PlanScope['kind']
  region: string
  tag: string
  outletIds: string[]
  deviceIds: string[]
}

export const emptyScope: ScopeValues = { kind: 'all', region: '', tag: '', outletIds: [], deviceIds: [] }
export const scopeValuesOf = (scope: PlanScope): ScopeValues => ({ ...emptyScope, ...scope })

export function sentScope({ kind, region, tag, outletIds, deviceIds }: ScopeValues): PlanScope {
  switch (kind) {
    case 'all':
      return { kind }
    case 'region':
      return { kind, region }
    case 'outlets':
      return { kind, outletIds }
    case 'devices':
      return { kind, deviceIds }
    case 'tag':
      return { kind, tag }
  }
}

/** For which sites or devices. */
export function PlanScopeItems({ open, places }: { open: boolean; places: Plan['places'] }) {
  const { t } = useTranslation()
  const form = Form.useFormInstance<{ scope: ScopeValues }>()
  const kind = Form.useWatch(['scope', 'kind'], form)
  const known = places.map(({ id, name }) => ({ value: id, label: name }))
  const required = (message: string) => [{ required: true, message }]
  return (
    <>
      <Form.Item name={['scope', 'kind']} label={t('orderForms.plan.scope')}>
        <Select options={kinds.map((value) => ({ value, label: t(`orderForms.plan.scopes.${value}`) }))} />
      </Form.Item>
      {kind === 'region' && (
        <Form.Item
          name={['scope', 'region']}
          label={t('orderForms.plan.region')}
          extra={t('orderForms.plan.regionHint')}
          rules={required(t('orderForms.plan.regionEmpty'))}
        >
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
      )}
      {kind === 'tag' && (
        <Form.Item
          name={['scope', 'tag']}
          label={t('orderForms.plan.tag')}
          rules={required(t('orderForms.plan.tagEmpty'))}
        >
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
      )}
      {kind === 'outlets' && (
        <Form.Item
          name={['scope', 'outletIds']}
          label={t('orderForms.plan.outlets')}
          rules={required(t('orderForms.plan.outletsEmpty'))}
        >
          <OutletsSelect enabled={open} known={known} maxCount={planLimits.chosen} />
        </Form.Item>
      )}
      {kind === 'devices' && (
        <Form.Item
          name={['scope', 'deviceIds']}
          label={t('orderForms.plan.devices')}
          rules={required(t('orderForms.plan.devicesEmpty'))}
        >
          <DeviceSelect
            endpoint="GET /api/v1/work/device/choices"
            enabled={open}
            known={known}
            maxCount={planLimits.chosen}
          />
        </Form.Item>
      )}
    </>
  )
}
