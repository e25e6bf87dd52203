import { productCategories } from '@netward/contract/product-values'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/preferences.ts'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterChange, nameIn, type Product } from './product.ts'

interface Values {
  code: string
  nameZh: string
  nameEn: string
  descriptionZh: string
  descriptionEn: string
  category: Product['category']
  version: string
}

const empty: Values = {
  code: '',
  nameZh: '',
  nameEn: '',
  descriptionZh: '',
  descriptionEn: '',
  category: 'service',
  version: '1.0',
}

/** Adds a service to the catalogue, or edits a product's description. */
export function ProductForm(props: {
  product: Product | null
  open: boolean
  onClose: () => void
  onCreated?: (id: string) => void
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { product } = props
  const create = useAct('POST /api/v1/product', { refresh: afterChange, errors: 'caller' })
  const edit = useAct('PUT /api/v1/product/:productId', { refresh: afterChange, errors: 'caller' })
  const nameRules = [
    { required: true, whitespace: true, message: t('validation.productNameEmpty') },
    { max: 100, message: t('validation.tooLong', { max: 100 }) },
  ]
  return (
    <FormDrawer<Values>
      title={
        product === null
          ? t('products.createTitle')
          : t('products.editTitle', { name: nameIn(language, product) })
      }
      open={props.open}
      onClose={props.onClose}
      initialValues={product ?? empty}
      {...(product === null && { savedText: t('products.created') })}
      onSubmit={async ({ code, ...values }) => {
        if (product !== null) return edit.mutateAsync({ productId: product.id, ...values })
        const made = await create.mutateAsync({ code, ...values })
        return props.onCreated?.(made.id)
      }}
    >
      {product === null && (
        <Form.Item
          name="code"
          label={t('products.code')}
          extra={t('products.codeHint')}
          rules={[{ required: true, pattern: /^[a-z][a-z0-9_]{1,39}$/, message: t('products.codeHint') }]}
        >
          <Input autoComplete="off" autoCapitalize="none" spellCheck={false} className="mono" />
        </Form.Item>
      )}
      <Form.Item name="nameZh" label={t('products.nameZh')} rules={nameRules}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="nameEn" label={t('products.nameEn')} rules={nameRules}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="category" label={t('products.category')} rules={[{ required: true }]}>
        <Select
          options={productCategories.map((value) => ({ value, label: t(`products.categories.${value}`) }))}
        />
      </Form.Item>
      <Form.Item
        name="version"
        label={t('products.version')}
        rules={[{ required: true, whitespace: true, message: t('products.versionEmpty') }]}
      >
        <Input autoComplete="off" maxLength={20} />
      </Form.Item>
      <Form.Item name="descriptionZh" label={t('products.descriptionZh')}>
        <Input.TextArea rows={3} maxLength={1000} showCount />
      </Form.Item>
      <Form.Item name="descriptionEn" label={t('products.descriptionEn')}>
        <Input.TextArea rows={3} maxLength={1000} showCount />
      </Form.Item>
    </FormDrawer>
  )
}
