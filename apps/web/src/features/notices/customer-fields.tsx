import { coverages } from '@netward/contract/notice-values'
import { Form, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import type { RouteRow } from './notice.ts'

interface Chosen {
  readonly id: string
  readonly name: string
}

/** Whose alarms a rule covers: for administrators of companies that have others below them. */
export function CustomerFields({ route, open }: { route: RouteRow | null; open: boolean }) {
  const { t } = useTranslation()
  const form = Form.useFormInstance()
  const covers: unknown = Form.useWatch('covers', form)
  const mayChoose = useCustomers('', open).data?.mayChoose ?? false
  if (!mayChoose) return null
  return (
    <>
      <Form.Item name="covers" label={t('notices.covers')} extra={t('notices.coversHint')}>
        <Select options={coverages.map((value) => ({ value, label: t(`notices.coverages.${value}`) }))} />
      </Form.Item>
      {covers === 'chosen' && (
        <>
          <Form.Item
            name="customerIds"
            label={t('notices.customers')}
            dependencies={['customerGroupIds']}
            rules={[
              ({ getFieldValue }) => ({
                validator: (_rule, chosen: string[] | undefined) =>
                  (chosen ?? []).length + ((getFieldValue('customerGroupIds') ?? []) as string[]).length === 0
                    ? Promise.reject(new Error(t('notices.customersHint')))
                    : Promise.resolve(),
              }),
            ]}
          >
            <CustomerSelect of="customers" before={route?.customers ?? []} />
          </Form.Item>
          <Form.Item
            name="customerGroupIds"
            label={t('notices.customerGroups')}
            extra={t('notices.customerGroupsHint')}
          >
            <CustomerSelect of="groups" before={route?.customerGroups ?? []} />
          </Form.Item>
        </>
      )}
    </>
  )
}

const useCustomers = (search: string, enabled: boolean) =>
  useApi('GET /api/v1/notice/route/customers', { search }, { enabled, keepPrevious: true })

/** Searched by the server; chosen ones keep their names whatever is searched. */
function CustomerSelect(props: {
  of: 'customers' | 'groups'
  before: readonly Chosen[]
  id?: string
  value?: string[]
  onChange?: (value: string[]) => void
}) {
  const { of, before, id, value = [], onChange } = props
  const [typed, setTyped] = useState('')
  const [known, setKnown] = useState(before)
  const search = useDeferredValue(typed.trim())
  const found = useCustomers(search, true)
  const listed = found.data?.[of] ?? []
  const missing = known.filter(
    (one) => value.includes(one.id) && listed.every((other) => other.id !== one.id),
  )
  const optionOf = (one: Chosen) => ({ value: one.id, label: one.name })
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="multiple"
      allowClear
      value={value}
      loading={found.isFetching}
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      options={[...listed, ...missing].map(optionOf)}
      onChange={(next) => {
        setKnown([...known, ...listed.filter((one) => known.every((other) => other.id !== one.id))])
        onChange?.(next)
      }}
    />
  )
}
