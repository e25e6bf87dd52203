import type { EndpointInput } from '@netward/contract'
import { lineEntity, lineForm } from '@netward/contract/line-fields'
import { Form, Input } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { EntityForm, formValues } from '../../ui/entity/entity-form.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { OutletSelect } from '../../ui/outlet-select.tsx'
import { LineGatewayFields } from './line-gateway-fields.tsx'
import { LinePasswordField, type LinePasswordValues, sentPassword } from './line-password-field.tsx'
import { afterChange, type LineRow } from './outlet.ts'
import './outlets.css'

type Sent = EndpointInput<'POST /api/v1/outlet/:outletId/line'>
/** Fields whose control is empty in another way than the request. */
interface OtherwiseEmpty {
  outletId: string | undefined
  isp: Sent['isp'] | undefined
  type: Sent['type'] | undefined
  downMbps: number | null
  upMbps: number | null
  ipAddress: string
  deviceId: string | undefined
}
export type LineFormValues = Required<Omit<Sent, keyof OtherwiseEmpty | 'password'>> &
  OtherwiseEmpty &
  LinePasswordValues

interface Props {
  /** Null: a new one. */
  line: LineRow | null
  /** For a new line added inside an outlet. */
  outletId?: string
  open: boolean
  onClose: () => void
}

export function LineDrawer({ line, outletId, open, onClose }: Props) {
  const { t } = useTranslation()
  const create = useAct('POST /api/v1/outlet/:outletId/line', { errors: 'caller', refresh: afterChange })
  const edit = useAct('PUT /api/v1/outlet/line/:lineId', { errors: 'caller', refresh: afterChange })
  const initialValues = useMemo(
    () => valuesOf(line, line === null ? outletId : line.outletId),
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

function valuesOf(line: LineRow | null, outletId: string | undefined): LineFormValues {
  const fields = formValues(lineEntity, line, { ipAddress: '', deviceId: undefined })
  return { ...fields, outletId, passwordChoice: 'keep', password: '' } as LineFormValues
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
      <EntityForm
        entity={lineEntity}
        parts={lineForm}
        hidden={isp === 'other' ? [] : ['ispName']}
        items={{
          password: <LinePasswordField isSet={line?.passwordSet ?? false} />,
          ipAddress: (
            <Form.Item name="ipAddress" label={t('outlets.line.ipAddress')} hidden={addressing !== 'static'}>
              <Input maxLength={45} autoComplete="off" spellCheck={false} />
            </Form.Item>
          ),
          deviceId: <LineGatewayFields lineId={line?.id ?? null} enabled={enabled} />,
        }}
      />
    </>
  )
}
