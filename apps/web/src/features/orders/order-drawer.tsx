import { approvalRisks } from '@netward/contract/approval-values'
import { Form, type FormInstance, Input, InputNumber, Select } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { OutletSelect } from '../../ui/outlet-select.tsx'
import { AllowanceItems, allowanceRead } from './costs/allowance-items.tsx'
import { type CarrierValues, carrierValuesOf, emptyCarrier, sentCarrier } from './extras/carrier.ts'
import { CarrierItems } from './extras/carrier-items.tsx'
import { CustomerItem, useAsksCustomer } from './customer-item.tsx'
import { afterOrder, type OrderDetail, type OrderFields } from './order.ts'
import { sentCustom, CustomItems } from './fields/custom-items.tsx'
import { useOrderFieldsOf } from './fields/custom-field.ts'
import { DescriptionItem, KindItems, TagsItem, TitleItem } from './order-items.tsx'
import { ChecklistItem, type CheckPoint } from './templates/checklist-item.tsx'
import { FromTemplate } from './templates/from-template.tsx'

/** What a new order is about; a text to begin its title with. */
export interface About {
  readonly alarmId?: string
  readonly deviceId?: string
  readonly lineId?: string
  readonly outletId?: string
  readonly title?: string
  /** What is known of a new one. */
  readonly preset?: Partial<Values>
}

type Custom = Record<string, string | null>
type Values = Required<Omit<OrderFields, 'custom' | 'checklist' | 'assign'>> & {
  custom: Custom
  checklist: CheckPoint[]
  /** Of the template that it began with. */
  assign?: string | undefined
  outletId?: string | undefined
  /** Whose order it is, where the author makes orders for several. */
  customerId?: string | undefined
  carrier: CarrierValues
  /** Confirmed, of a new one beyond the package. */
  price: number | null
}

const emptyOrder: Values = {
  type: 'fault',
  category: 'other',
  title: '',
  description: '',
  impact: 'medium',
  urgency: 'medium',
  contactName: '',
  contactPhone: '',
  contactEmail: '',
  tags: [],
  risk: null,
  amount: null,
  custom: {},
  checklist: [],
  carrier: emptyCarrier,
  price: null,
}

const valuesOf = (order: OrderDetail): Values => ({
  type: order.type,
  category: order.category,
  title: order.title,
  description: order.description,
  impact: order.impact,
  urgency: order.urgency,
  contactName: order.contactName,
  contactPhone: order.contactPhone,
  contactEmail: order.contactEmail,
  tags: [...order.tags],
  risk: order.risk,
  amount: order.amount,
  custom: { ...order.custom },
  checklist: [],
  carrier: carrierValuesOf(order.carrier),
  price: null,
})

/** Makes an order, or changes what it says. */
export function OrderDrawer(props: {
  order: OrderDetail | null
  about: About
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { order, about, open, onClose } = props
  const own = useCompanyScope()
  const [customer, setCustomer] = useState<string | null>(null)
  const actingIn = customer === null || customer === own.companyId ? undefined : customer
  const create = useAct('POST /api/v1/work/order', {
    errors: 'caller',
    actingIn,
    refresh: [...afterOrder, allowanceRead],
  })
  const edit = useAct('PUT /api/v1/work/order/:orderId', { errors: 'caller', refresh: afterOrder })
  const { title: begin = '', preset, ...subject } = about
  const initialValues = useMemo(
    (): Values => (order === null ? { ...emptyOrder, title: begin, ...preset } : valuesOf(order)),
    [order, begin, preset],
  )
  const asks = useAsksCustomer() && order === null && Object.keys(subject).length === 0
  // Nothing is read of a company before it is chosen.
  const known = open && !(asks && customer === null)
  const fields = useOrderFieldsOf(order === null ? subject : { orderId: order.id }, known, actingIn)
  const close = () => {
    setCustomer(null)
    onClose()
  }
  const submit = async ({
    outletId,
    customerId: _customer,
    carrier,
    checklist,
    assign,
    price,
    ...entered
  }: Values) => {
    const values = { ...entered, custom: sentCustom(fields, entered.type ?? 'fault', entered.custom) }
    if (order !== null) {
      await edit.mutateAsync({ orderId: order.id, version: order.version, ...values })
      notify.success(t('orders.moved'))
      return
    }
    const said = values.type === 'carrier_fault' ? sentCarrier(carrier) : undefined
    const { number } = await create.mutateAsync({
      ...values,
      checklist,
      ...(assign !== undefined && { assign }),
      ...(said !== undefined && { carrier: said }),
      ...subject,
      ...(outletId !== undefined && { outletId }),
      // Undefined while there is nothing to confirm.
      price: price ?? null,
    })
    notify.success(t('orders.created', { number }))
  }
  return (
    <FormDrawer<Values>
      title={t(order === null ? 'orders.addTitle' : 'orders.editTitle')}
      open={open}
      onClose={close}
      width={560}
      initialValues={initialValues}
      savedText={false}
      onSubmit={submit}
    >
      {(form) => (
        <>
          {asks && <CustomerItem open={open} onChoose={setCustomer} />}
          {order === null && <FromTemplate fields={fields} open={known} actingIn={actingIn} />}
          <TitleItem />
          {order === null && Object.keys(subject).length === 0 && (
            <OutletItem open={known} companyId={customer ?? undefined} actingIn={actingIn} />
          )}
          <KindItems />
          <ChangeFields form={form} />
          {order === null && <CarrierFields form={form} />}
          <CustomItems fields={fields} />
          <DescriptionItem />
          {order === null && <ChecklistItem isShort />}
          <div className="order-form-pair">
            <Form.Item name="contactName" label={t('orders.contactName')}>
              <Input maxLength={100} autoComplete="off" />
            </Form.Item>
            <Form.Item name="contactPhone" label={t('orders.contactPhone')}>
              <Input maxLength={40} autoComplete="off" inputMode="tel" />
            </Form.Item>
          </div>
          <Form.Item
            name="contactEmail"
            label={t('orders.contactEmail')}
            extra={t('orders.contactEmailHint')}
            rules={[{ type: 'email', message: t('orders.contactEmailWrong') }]}
          >
            <Input maxLength={200} autoComplete="off" inputMode="email" />
          </Form.Item>
          <TagsItem />
          {order === null && (
            <AllowanceItems form={form} subject={subject} open={known} actingIn={actingIn} />
          )}
        </>
      )}
    </FormDrawer>
  )
}

/** Of a new carrier fault; the page of the order changes it. */
function CarrierFields({ form }: { form: FormInstance<Values> }) {
  return Form.useWatch('type', form) === 'carrier_fault' ? <CarrierItems within={['carrier']} isNew /> : null
}

/** What decides who approves a change. */
function ChangeFields({ form }: { form: FormInstance<Values> }) {
  const { t } = useTranslation()
  if (Form.useWatch('type', form) !== 'change') return null
  return (
    <div className="order-form-pair">
      <Form.Item name="risk" label={t('approvals.risk')}>
        <Select
          allowClear
          placeholder={t('common.pleaseSelect')}
          options={approvalRisks.map((value) => ({ value, label: t(`approvals.risks.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="amount" label={t('approvals.amount')}>
        <InputNumber min={0} max={99_999_999} precision={2} />
      </Form.Item>
    </div>
  )
}

function OutletItem({
  open,
  companyId,
  actingIn,
}: {
  open: boolean
  companyId: string | undefined
  actingIn: string | undefined
}) {
  const { t } = useTranslation()
  const may = useMay('DMS_SERVER_OUTLET_VIEW')
  if (!may) return null
  return (
    <Form.Item name="outletId" label={t('orders.outlet')}>
      <OutletSelect
        enabled={open}
        allowClear
        actingIn={actingIn}
        {...(companyId !== undefined && { companyId })}
      />
    </Form.Item>
  )
}
