import { useDeferredValue, useState } from 'react'
import { useApi } from '../../../lib/use-api.ts'

/** People who can carry out orders of the company acted in, or a given order; `onSearch` narrows them by name. */
export function useAssignees({ orderId, enabled }: { orderId?: string | undefined; enabled: boolean }) {
  const [search, setSearch] = useState('')
  const term = useDeferredValue(search.trim())
  const { data } = useApi(
    'GET /api/v1/work/order/assignees',
    { ...(orderId !== undefined && { orderId }), ...(term !== '' && { search: term }) },
    { enabled, keepPrevious: true },
  )
  return { people: data ?? [], onSearch: setSearch }
}
