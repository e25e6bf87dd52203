import { warehouseKinds } from '@netward/contract/part-values'
import { Form, Input, Radio, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { OutletSelect } from '../../ui/outlet-select.tsx'
import { afterWarehouse, type Warehouse, type WarehouseInput } from './part.ts'

const empty: WarehouseInput = {
  name: '',
  kind: 'fixed',
  address: '',
  outletId: null,
  keeperId: null,
  note: '',
}

/** Adds a warehouse, or changes one. */
export function WarehouseDrawer(props: { warehouse: Warehouse | null; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { warehouse, open, onClose } = props
  const add = useAct('POST /api/v1/work/part/warehouse', { errors: 'caller', refresh: afterWarehouse })
  const edit = useAct('PUT /api/v1/work/part/warehouse/:warehouseId', {
    errors: 'caller',
    refresh: afterWarehouse,
  })
  const initialValues = useMemo((): WarehouseInput => {
    if (warehouse === null) return empty
    const { name, kind, address, outletId, keeperId, note } = warehouse
    return { name, kind, address, outletId, keeperId, note }
  }, [warehouse])
  const submit = (values: WarehouseInput) => {
    const car = values.kind === 'car'
    const sent = {
      ...initialValues,
      ...values,
      keeperId: values.keeperId ?? null,
      outletId: car ? null : (values.outletId ?? null),
      ...(car && { address: '' }),
    }
    return warehouse === null
      ? add.mutateAsync(sent)
      : edit.mutateAsync({ warehouseId: warehouse.id, ...sent })
  }
  return (
    <FormDrawer<WarehouseInput>
      title={t(warehouse === null ? 'parts.addWarehouseTitle' : 'parts.editWarehouseTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={submit}
    >
      <Form.Item
        name="name"
        label={t('parts.warehouse')}
        rules={[{ required: true, whitespace: true, message: t('parts.warehouseEmpty') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="kind" label={t('parts.warehouseKind')}>
        <Radio.Group
          options={warehouseKinds.map((value) => ({ value, label: t(`parts.warehouseKinds.${value}`) }))}
        />
      </Form.Item>
      <Place open={open} />
      <Form.Item name="note" label={t('parts.note')}>
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormDrawer>
  )
}

/** A car is where its driver is. */
function Place({ open }: { open: boolean }) {
  const { t } = useTranslation()
  const { companyId } = useCompanyScope()
  const car = Form.useWatch('kind') === 'car'
  const people = useApi('GET /api/v1/work/part/warehouse/keepers', {}, { enabled: open }).data ?? []
  return (
    <>
      {!car && (
        <>
          <Form.Item name="outletId" label={t('parts.outlet')}>
            <OutletSelect allowClear companyId={companyId} enabled={open} />
          </Form.Item>
          <Form.Item name="address" label={t('parts.address')}>
            <Input maxLength={200} autoComplete="off" />
          </Form.Item>
        </>
      )}
      <Form.Item
        name="keeperId"
        label={t(car ? 'parts.driver' : 'parts.keeper')}
        rules={car ? [{ required: true, message: t('parts.keeperEmpty') }] : []}
      >
        <Select
          allowClear
          placeholder={t('common.pleaseSelect')}
          showSearch={{ optionFilterProp: 'label' }}
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
    </>
  )
}
