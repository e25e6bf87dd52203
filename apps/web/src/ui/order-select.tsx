import { Select, type SelectProps } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../lib/permissions.ts'
import { useApi } from '../lib/use-api.ts'
import { useCompanyScope } from '../lib/use-company-scope.ts'
import { useProductStop } from '../lib/use-product-stop.ts'

const products = ['work_orders'] as const

/** Whether something can be done for a work order of the company acted in. */
export function useMayNameOrder(): boolean {
  const may = useMay('DMS_SERVER_WORK_ORDER')
  const stopped = useProductStop(products) !== null
  const { several } = useCompanyScope()
  return may && !stopped && !several
}

/** Selects an open work order of the company acted in: the server searches. */
export function OrderSelect({
  enabled,
  ...field
}: Omit<SelectProps<string>, 'options'> & { enabled: boolean }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const found = useApi(
    'POST /api/v1/work/order/lists',
    { pageSize: 50, sort: '-createdAt', ...(wanted !== '' && { search: wanted }) },
    { enabled, keepPrevious: true },
  ).data
  return (
    <Select
      allowClear
      placeholder={t('orders.forNone')}
      {...field}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      options={(found?.items ?? []).map(({ id, number, title }) => ({
        value: id,
        label: `#${number} ${title}`,
      }))}
    />
  )
}
