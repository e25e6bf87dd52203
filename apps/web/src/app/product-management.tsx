import { useLocation, useNavigate } from '@tanstack/react-router'
import { Tabs } from 'antd'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../lib/permissions.ts'
import { parseSearch } from '../lib/search.ts'
import { LoadingState } from '../ui/states.tsx'
import { ProductList } from '../features/products/product-list.tsx'
import './product-management.css'

const PackageList = lazy(async () => ({
  default: (await import('../features/licences/package-list.tsx')).PackageList,
}))

/** What the platform offers, and the packages that it is sold in. */
export function ProductManagement() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, searchStr } = useLocation()
  const withPackages = useMay('DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE')
  const packages = withPackages && parseSearch(searchStr)['tab'] === 'packages'
  return (
    <div className="product-management">
      {withPackages && (
        <Tabs
          className="product-tabs"
          activeKey={packages ? 'packages' : 'products'}
          items={[
            { key: 'products', label: t('products.tab') },
            { key: 'packages', label: t('products.packagesTab') },
          ]}
          // The other tab has filters and a page of its own: only the tab stays in the address.
          onChange={(tab) => void navigate({ to: pathname, search: { tab } })}
        />
      )}
      {packages ? (
        <Suspense fallback={<LoadingState rows={8} />}>
          <PackageList />
        </Suspense>
      ) : (
        <ProductList />
      )}
    </div>
  )
}
