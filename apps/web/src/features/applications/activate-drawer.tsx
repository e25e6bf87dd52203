import { firstApplicationPermissions } from '@netward/contract/application-permissions'
import { Form, type FormInstance, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/preferences.ts'
import { useSession } from '../../lib/session.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { ProductIcon } from '../../ui/product-icon.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { afterChange, offeredEndpoint, useProductName } from './application.ts'
import { PermissionField } from './permission-field.tsx'
import './applications.css'

interface Values {
  productId: string
  displayName: string
  permissions: string[]
}

/** Selects a product; progress is then shown in the application's drawer. */
export function ActivateDrawer(props: {
  open: boolean
  onClose: () => void
  onActivated: (applicationId: string) => void
}) {
  const { t } = useTranslation()
  const held = useSession()?.permissions
  const activate = useAct('POST /api/v1/auth/application/activate', {
    refresh: afterChange,
    errors: 'caller',
  })
  return (
    <FormDrawer<Values>
      title={t('applications.activateTitle')}
      open={props.open}
      onClose={props.onClose}
      width={520}
      initialValues={{
        productId: '',
        displayName: '',
        permissions: firstApplicationPermissions.filter((code) => held?.has(code) === true),
      }}
      submitText={t('applications.activateSubmit')}
      savedText={false}
      onSubmit={async (values) => {
        const { applicationId } = await activate.mutateAsync(values)
        props.onActivated(applicationId)
      }}
    >
      {(form: FormInstance<Values>) => (
        <>
          <ProductChoice open={props.open} onChoose={(name) => form.setFieldValue('displayName', name)} />
          <Form.Item
            name="displayName"
            label={t('applications.name')}
            rules={[
              { required: true, whitespace: true, message: t('validation.applicationNameEmpty') },
              { max: 100, message: t('validation.tooLong', { max: 100 }) },
            ]}
          >
            <Input autoComplete="off" />
          </Form.Item>
          <PermissionField />
        </>
      )}
    </FormDrawer>
  )
}

function ProductChoice({ open, onChoose }: { open: boolean; onChoose: (name: string) => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const productName = useProductName()
  const offered = useApi(offeredEndpoint, {}, { enabled: open })
  if (offered.error !== null) {
    return <ErrorState error={offered.error} onRetry={() => void offered.refetch()} />
  }
  if (offered.data === undefined) return <LoadingState rows={2} />
  if (offered.data.length === 0) return <EmptyState title={t('applications.noProducts')} />
  const name = (id: string) => offered.data.find((product) => product.id === id)
  return (
    <Form.Item
      name="productId"
      label={t('applications.chooseProduct')}
      rules={[{ required: true, message: t('applications.chooseProductEmpty') }]}
    >
      <Radio.Group
        className="application-products"
        onChange={({ target }) => {
          const chosen = name(String(target.value))
          if (chosen !== undefined) onChoose(productName(chosen))
        }}
      >
        {offered.data.map((product) => (
          <Radio
            key={product.id}
            value={product.id}
            disabled={product.taken || !product.inPackage || product.state !== 'normal'}
          >
            <span className="application-product">
              <ProductIcon code={product.productCode} url={product.iconUrl} large />
              <span>
                <strong>{productName(product)}</strong>
                <small className="quiet">
                  {product.taken
                    ? t('applications.taken')
                    : !product.inPackage
                      ? t('applications.notInPackage')
                      : product.state === 'normal'
                        ? language === 'zh'
                          ? product.descriptionZh
                          : product.descriptionEn
                        : t(`products.states.${product.state}`)}
                  {product.type === 'service' && <> · {t('applications.byPeople')}</>}
                </small>
              </span>
            </span>
          </Radio>
        ))}
      </Radio.Group>
    </Form.Item>
  )
}
