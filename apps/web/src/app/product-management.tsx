import { Navigate, useLocation } from '@tanstack/react-router'
import { paths } from '../lib/paths.ts'
import { parseSearch } from '../lib/search.ts'
import { ProductList } from '../features/products/product-list.tsx'

/** What the platform offers. Packages have a page of their own: links to the tab that they once were lead there. */
export function ProductManagement() {
  const { searchStr } = useLocation()
  return parseSearch(searchStr)['tab'] === 'packages' ? (
    <Navigate to={paths.packages} replace />
  ) : (
    <ProductList />
  )
}
