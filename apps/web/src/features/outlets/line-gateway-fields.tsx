import { AutoComplete, Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { useInterfaceState } from '../../ui/interface-state.ts'
import type { LineFormValues } from './line-drawer.tsx'

/** The gateways of the outlet, and the WANs reported by the selected one. */
export function LineGatewayFields({ lineId, enabled }: { lineId: string | null; enabled: boolean }) {
  const { t } = useTranslation()
  const stateText = useInterfaceState()
  const form = Form.useFormInstance<LineFormValues>()
  const outletId = Form.useWatch('outletId', form)
  const deviceId = Form.useWatch('deviceId', form)
  const wanName = Form.useWatch('wanName', form) ?? ''
  const read = useApi(
    'GET /api/v1/outlet/:outletId/wans',
    { outletId: outletId ?? '' },
    { enabled: enabled && outletId !== undefined },
  )
  const gateways = outletId === undefined ? [] : (read.data ?? [])
  const wans = gateways.find((one) => one.deviceId === deviceId)?.wans
  return (
    <div className="entity-form-row">
      <Form.Item name="deviceId" label={t('outlets.line.gateway')} extra={t('outlets.line.gatewayHint')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('outlets.line.gatewayNone')}
          options={gateways.map(({ deviceId: value, name, serialNumber }) => ({
            value,
            label: name === serialNumber ? name : `${name} · ${serialNumber}`,
          }))}
          onChange={() => form.setFieldValue('wanName', '')}
        />
      </Form.Item>
      <Form.Item
        name="wanName"
        label={t('outlets.line.wanName')}
        extra={<WanRemark wans={wans} wanName={wanName.trim()} />}
      >
        <AutoComplete
          disabled={deviceId === undefined}
          maxLength={64}
          options={(wans ?? []).map((wan) => {
            const taken = wan.lineId !== null && wan.lineId !== lineId
            const facts = [
              stateText(wan),
              wan.ipAddress,
              taken && t('outlets.line.wanTaken', { line: wan.lineName }),
            ]
            return {
              value: wan.name,
              disabled: taken,
              label: [wan.name, ...facts].filter(Boolean).join(' · '),
            }
          })}
        />
      </Form.Item>
    </div>
  )
}

function WanRemark({ wans, wanName }: { wans: readonly { name: string }[] | undefined; wanName: string }) {
  const { t } = useTranslation()
  if (wans?.length === 0) return t('outlets.line.wanUnknown')
  if (wans !== undefined && wanName !== '' && !wans.some(({ name }) => name === wanName)) {
    return <span className="line-wan-missing">{t('outlets.line.wanMissingHint', { name: wanName })}</span>
  }
  return t('outlets.line.wanHint')
}
