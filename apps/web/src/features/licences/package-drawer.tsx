import { Form, Input, InputNumber } from 'antd'
import { consoleProductCodes } from '@netward/contract/product-routes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { ProductsField } from './products-field.tsx'
import { afterPackage, type Package, packageQuotas } from './package.ts'

type Quotas = Record<(typeof packageQuotas)[number][0] | 'price', number | null>
type Values = Quotas & { code: string; nameZh: string; nameEn: string; products: string[] | null }

const blank: Values = {
  code: '',
  nameZh: '',
  nameEn: '',
  internetLines: 1,
  devices: 100,
  outlets: 2,
  workOrders: 0,
  members: null,
  price: null,
  products: [...consoleProductCodes],
}

/** A new package, or the next version of one. */
export function PackageDrawer(props: { editing: Package | null; creating: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const create = useAct('POST /api/v1/package', { refresh: afterPackage, errors: 'caller' })
  const edit = useAct('PUT /api/v1/package/:packageId', { refresh: afterPackage, errors: 'caller' })
  const [last, setLast] = useState<Package | null>(null)
  if (props.editing !== null && props.editing !== last) setLast(props.editing)
  if (props.creating && last !== null) setLast(null)
  const submit = ({ code, ...content }: Values) => {
    // An empty number is null: unlimited.
    const given = { ...blank, ...content }
    const values = {
      nameZh: given.nameZh,
      nameEn: given.nameEn,
      internetLines: given.internetLines ?? null,
      devices: given.devices ?? null,
      outlets: given.outlets ?? null,
      workOrders: given.workOrders ?? null,
      members: given.members ?? null,
      price: given.price ?? null,
      products: given.products,
    }
    return last === null
      ? create.mutateAsync({ code, ...values })
      : edit.mutateAsync({ packageId: last.id, ...values })
  }
  return (
    <FormDrawer<Values>
      key={last === null ? 'new' : `${last.id} ${last.version}`}
      title={t(last === null ? 'licences.packages.create' : 'licences.packages.edit')}
      open={props.creating || props.editing !== null}
      onClose={props.onClose}
      initialValues={last === null ? blank : { ...last, products: last.products ?? [...consoleProductCodes] }}
      savedText={t('licences.packages.saved')}
      onSubmit={submit}
    >
      {last === null ? (
        <Form.Item
          name="code"
          label={t('licences.packages.code')}
          extra={t('licences.packages.codeHint')}
          rules={[{ required: true, whitespace: true, message: t('licences.packages.codeEmpty') }]}
        >
          <Input maxLength={31} autoComplete="off" />
        </Form.Item>
      ) : (
        <p className="quiet">{t('licences.packages.editHint')}</p>
      )}
      {(['nameZh', 'nameEn'] as const).map((field) => (
        <Form.Item
          key={field}
          name={field}
          label={t(`licences.packages.${field}`)}
          rules={[{ required: true, whitespace: true, message: t('licences.packages.nameEmpty') }]}
        >
          <Input maxLength={100} />
        </Form.Item>
      ))}
      <ProductsField />
      <p className="quiet">{t('licences.packages.quotaHint')}</p>
      {packageQuotas.map(([field, kind]) => (
        <Form.Item key={field} name={field} label={t(`licences.kinds.${kind}`)}>
          <InputNumber
            className="licence-number"
            min={0}
            max={10_000_000}
            precision={0}
            placeholder={t('licences.packages.unlimited')}
          />
        </Form.Item>
      ))}
      <Form.Item name="price" label={t('licences.packages.price')} extra={t('licences.packages.priceHint')}>
        <InputNumber
          className="licence-number"
          min={0}
          max={100_000_000}
          precision={0}
          placeholder={t('licences.packages.byAgreement')}
        />
      </Form.Item>
    </FormDrawer>
  )
}
