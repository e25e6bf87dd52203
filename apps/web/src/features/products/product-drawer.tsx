import { consoleProducts, isConsoleProduct } from '@netward/contract/product-routes'
import { Alert, Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMay } from '../../lib/permissions.ts'
import { useLanguage } from '../../lib/preferences.ts'
import { useApi, useRefreshReads } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { Facts } from '../../ui/detail-page.tsx'
import { ImageField } from '../../ui/image-field.tsx'
import { ProductIcon } from '../../ui/product-icon.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { WhyButton } from '../../ui/why-button.tsx'
import { afterChange, nameIn, type Product, stateTones } from './product.ts'
import { ProductForm } from './product-form.tsx'
import { ProductMaintenance } from './product-maintenance.tsx'
import { useProductMoves } from './use-product-moves.ts'
import './products.css'

const endpoint = 'GET /api/v1/product/:productId'

/** One product and its actions. */
export function ProductDrawer({ productId, onClose }: { productId: string | null; onClose: () => void }) {
  const { t } = useTranslation()
  // Keeps its content while it slides out.
  const [last, setLast] = useState<string | null>(null)
  if (productId !== null && productId !== last) setLast(productId)
  const shown = productId ?? last
  const found = useApi(endpoint, { productId: shown ?? '' }, { enabled: productId !== null })
  useLiveReads(endpoint, ['product.changed'])
  const mayEdit = useMay('DMS_SERVER_ORGANIZATION_MANAGE_PRODUCT_EDIT')
  const product = found.data
  return (
    <Drawer
      title={t('products.detail')}
      open={productId !== null}
      onClose={onClose}
      size={560}
      footer={product !== undefined && mayEdit && <Acts product={product} onGone={onClose} />}
    >
      {found.error !== null ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : product === undefined ? (
        <LoadingState rows={8} />
      ) : (
        <Detail product={product} mayEdit={mayEdit} />
      )}
    </Drawer>
  )
}

function Detail({ product, mayEdit }: { product: Product; mayEdit: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const language = useLanguage()
  const refresh = useRefreshReads()
  const { code, state, iconUrl } = product
  const icon = <ProductIcon code={code} url={iconUrl} large />
  const routes = isConsoleProduct(code) ? consoleProducts[code].routes : []
  return (
    <div className="product-detail">
      <div className="product-head">
        {icon}
        <h2>{nameIn(language, product)}</h2>
        <StatusTag tone={stateTones[state]}>{t(`products.states.${state}`)}</StatusTag>
      </div>
      {product.failure !== null && (
        <Alert type="error" showIcon title={t(`products.failures.${product.failure}`)} />
      )}
      {state === 'maintenance' && (
        <Alert
          type="warning"
          showIcon
          title={t('applications.maintenanceNow', { until: format.dateTime(product.maintenanceUntil) })}
          description={language === 'zh' ? product.maintenanceZh : product.maintenanceEn}
        />
      )}
      <Facts
        facts={[
          { label: t('products.nameZh'), value: product.nameZh },
          { label: t('products.nameEn'), value: product.nameEn },
          { label: t('products.code'), value: <span className="mono">{code}</span> },
          { label: t('products.version'), value: product.version },
          { label: t('products.category'), value: t(`products.categories.${product.category}`) },
          {
            label: t('products.type'),
            value: `${t(`products.types.${product.type}`)}${product.type === 'service' ? ` · ${t('applications.byPeople')}` : ''}`,
          },
          { label: t('products.applications'), value: format.number(product.applications) },
          { label: t('products.updatedAt'), value: format.dateTime(product.updatedAt) },
          {
            label: t('products.covers'),
            value: routes.length === 0 ? t('products.coversNone') : routes.join(', '),
          },
        ]}
      />
      <Facts
        facts={[
          { label: t('products.descriptionZh'), value: product.descriptionZh || '—' },
          { label: t('products.descriptionEn'), value: product.descriptionEn || '—' },
        ]}
      />
      {mayEdit && (
        <ImageField
          path="/api/v1/product/:productId/icon"
          of={{ productId: product.id }}
          image={icon}
          present={iconUrl !== null}
          onChanged={() => refresh(...afterChange)}
        />
      )}
    </div>
  )
}

function Acts({ product, onGone }: { product: Product; onGone: () => void }) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const [entering, setEntering] = useState(false)
  const moves = useProductMoves(product, onGone)
  return (
    <div className="product-acts">
      {moves.map(({ move, danger, reason, ask }) => (
        <WhyButton
          key={move}
          danger={danger}
          type={move === 'publish' ? 'primary' : 'default'}
          reason={reason}
          onClick={ask ?? (() => setEntering(true))}
        >
          {t(`products.${move}`)}
        </WhyButton>
      ))}
      <Button onClick={() => setEditing(true)}>{t('products.edit')}</Button>
      <ProductForm product={product} open={editing} onClose={() => setEditing(false)} />
      <ProductMaintenance product={product} open={entering} onClose={() => setEntering(false)} />
    </div>
  )
}
