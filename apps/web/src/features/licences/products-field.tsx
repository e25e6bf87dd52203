import { consoleProductCodes } from '@netward/contract/product-routes'
import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { useProductNames } from './package.ts'

/** The products that a package names: companies that get it have them at once. */
export function ProductsField() {
  const { t } = useTranslation()
  const { data } = useApi('POST /api/v1/product/lists', { pageSize: 100 })
  const nameOf = useProductNames()
  const codes = data?.items.map(({ code }) => code) ?? consoleProductCodes
  return (
    <Form.Item
      name="products"
      label={t('licences.packages.products')}
      extra={t('licences.packages.productsHint')}
    >
      <Select mode="multiple" options={codes.map((value) => ({ value, label: nameOf(value) }))} />
    </Form.Item>
  )
}
