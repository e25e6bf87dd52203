import { addressings, isps, lineTypes } from '@netward/contract/outlet-values'
import { Form, Input, InputNumber, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { OutletSelect } from '../../ui/outlet-select.tsx'
import { LineGatewayFields } from './line-gateway-fields.tsx'
import { LinePasswordField, type LinePasswordValues, sentPassword } from './line-password-field.tsx'
import { afterChange, type LineRow } from './outlet.ts'
import './outlets.css'

export interface LineFormValues extends LinePasswordValues {
  outletId: string | undefined
  name: string
  isp: (typeof isps)[number] | undefined
  ispName: string
  type: (typeof lineTypes)[number] | undefined
  account: string
  downMbps: number | null
  upMbps: number | null
  addressing: (typeof addressings)[number]
  ipAddress: string
  deviceId: string | undefined
  wanName: string
  monthlyPrice: number | null
  contractEnd: string
  note: string
}

const empty: LineFormValues = {
  outletId: undefined,
  name: '',
  isp: undefined,
  ispName: '',
  type: undefined,
  account: '',
  passwordChoice: 'keep',
  password: '',
  downMbps: null,
  upMbps: null,
  addressing: 'dhcp',
  ipAddress: '',
  deviceId: undefined,
  wanName: '',
  monthlyPrice: null,
  contractEnd: '',
  note: '',
}

interface Props {
  /** Null: a new one. */
  line: LineRow | null
  /** Of a new line that is added inside of an outlet. */
  outletId?: string
  open: boolean
  onClose: () => void
}

export function LineDrawer({ line, outletId, open, onClose }: Props) {
  const { t } = useTranslation()
  const create = useAct('POST /api/v1/outlet/:outletId/line', { errors: 'caller', refresh: afterChange })
  const edit = useAct('PUT /api/v1/outlet/line/:lineId', { errors: 'caller', refresh: afterChange })
  const initialValues = useMemo(
    () => (line === null ? { ...empty, outletId } : valuesOf(line)),
    [line, outletId],
  )
  const submit = (values: LineFormValues) => {
    const { outletId: at, isp, type, downMbps, upMbps, passwordChoice, password, ...others } = values
    if (at === undefined || isp === undefined || type === undefined) return Promise.resolve()
    if (downMbps === null || upMbps === null) return Promise.resolve()
    const given = {
      ...others,
      ...sentPassword({ passwordChoice, password }),
      isp,
      type,
      downMbps,
      upMbps,
      ipAddress: others.ipAddress.trim() || null,
      deviceId: others.deviceId ?? null,
      contractEnd: others.contractEnd || null,
    }
    return line === null
      ? create.mutateAsync({ outletId: at, ...given })
      : edit.mutateAsync({ lineId: line.id, ...given })
  }
  return (
    <FormDrawer<LineFormValues>
      key={line?.id ?? 'new'}
      title={t(line === null ? 'outlets.line.createTitle' : 'outlets.line.editTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={submit}
      width={560}
    >
      <Fields line={line} fixedOutlet={line !== null || outletId !== undefined} enabled={open} />
    </FormDrawer>
  )
}

function valuesOf(line: LineRow): LineFormValues {
  const { outletId, name, isp, ispName, type, account, downMbps, upMbps, addressing } = line
  return {
    outletId,
    name,
    isp,
    ispName,
    type,
    account,
    passwordChoice: 'keep',
    password: '',
    downMbps,
    upMbps,
    addressing,
    ipAddress: line.ipAddress ?? '',
    deviceId: line.deviceId ?? undefined,
    wanName: line.wanName,
    monthlyPrice: line.monthlyPrice,
    contractEnd: line.contractEnd ?? '',
    note: line.note,
  }
}

function Fields({
  line,
  fixedOutlet,
  enabled,
}: {
  line: LineRow | null
  fixedOutlet: boolean
  enabled: boolean
}) {
  const { t } = useTranslation()
  const { companyId } = useCompanyScope()
  const form = Form.useFormInstance<LineFormValues>()
  const isp = Form.useWatch('isp', form)
  const addressing = Form.useWatch('addressing', form)
  const bandwidth = [{ required: true, message: t('outlets.line.bandwidthEmpty') }]
  return (
    <>
      <Form.Item
        name="outletId"
        label={t('outlets.line.outlet')}
        rules={[{ required: true, message: t('outlets.line.outletEmpty') }]}
        hidden={fixedOutlet}
      >
        <OutletSelect
          companyId={companyId}
          enabled={enabled && !fixedOutlet}
          onChange={() => form.setFieldsValue({ deviceId: undefined, wanName: '' })}
        />
      </Form.Item>
      <Form.Item
        name="name"
        label={t('outlets.line.name')}
        rules={[{ required: true, whitespace: true, message: t('outlets.line.nameEmpty') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <div className="outlet-form-row">
        <Form.Item
          name="isp"
          label={t('outlets.line.isp')}
          rules={[{ required: true, message: t('outlets.line.ispEmpty') }]}
        >
          <Select options={isps.map((value) => ({ value, label: t(`outlets.isps.${value}`) }))} />
        </Form.Item>
        <Form.Item
          name="type"
          label={t('outlets.line.type')}
          rules={[{ required: true, message: t('outlets.line.typeEmpty') }]}
        >
          <Select options={lineTypes.map((value) => ({ value, label: t(`outlets.lineTypes.${value}`) }))} />
        </Form.Item>
      </div>
      <Form.Item name="ispName" label={t('outlets.line.ispName')} hidden={isp !== 'other'}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <div className="outlet-form-row">
        <Form.Item name="downMbps" label={t('outlets.line.downMbps')} rules={bandwidth}>
          <InputNumber min={0.1} max={1_000_000} className="outlet-number" />
        </Form.Item>
        <Form.Item name="upMbps" label={t('outlets.line.upMbps')} rules={bandwidth}>
          <InputNumber min={0.1} max={1_000_000} className="outlet-number" />
        </Form.Item>
      </div>
      <Form.Item name="account" label={t('outlets.line.account')} extra={t('outlets.line.accountHint')}>
        <Input maxLength={100} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <LinePasswordField isSet={line?.passwordSet ?? false} />
      <div className="outlet-form-row">
        <Form.Item name="addressing" label={t('outlets.line.addressing')}>
          <Select
            options={addressings.map((value) => ({ value, label: t(`outlets.addressings.${value}`) }))}
          />
        </Form.Item>
        <Form.Item name="ipAddress" label={t('outlets.line.ipAddress')} hidden={addressing !== 'static'}>
          <Input maxLength={45} autoComplete="off" spellCheck={false} />
        </Form.Item>
      </div>
      <LineGatewayFields lineId={line?.id ?? null} enabled={enabled} />
      <div className="outlet-form-row">
        <Form.Item name="monthlyPrice" label={t('outlets.line.monthlyPrice')}>
          <InputNumber min={0} max={100_000_000} precision={2} className="outlet-number" />
        </Form.Item>
        <Form.Item name="contractEnd" label={t('outlets.line.contractEnd')}>
          <DateField />
        </Form.Item>
      </div>
      <Form.Item name="note" label={t('outlets.note')}>
        <Input.TextArea maxLength={2000} showCount autoSize={{ minRows: 2, maxRows: 8 }} />
      </Form.Item>
    </>
  )
}
