import { Navigate, useLocation } from '@tanstack/react-router'
import { paths } from '../lib/paths.ts'
import { parseSearch } from '../lib/search.ts'
import { ProductList } from '../features/products/product-list.tsx'

/** The platform's offers. Packages have their own page: links to their former tab redirect there. */
export function ProductManagement() {
  const { searchStr } = useLocation()
  return parseSearch(searchStr)['tab'] === 'packages' ? (
    <Navigate to={paths.packages} replace />
  ) : (
    <ProductList />
  )
}
