import { Select, type SelectProps } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../lib/use-api.ts'

/** Selects an outlet of a company: the server searches, since there may be thousands. */
export function OutletSelect({
  companyId,
  actingIn,
  enabled,
  ...field
}: Omit<SelectProps<string>, 'options' | 'showSearch'> & {
  companyId?: string
  /** Reads in that tenant; without it where the person acts. */
  actingIn?: string | undefined
  enabled: boolean
}) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const of = companyId === undefined || companyId === '' ? {} : { companyId }
  const found = useApi(
    'GET /api/v1/outlet/choices',
    { ...of, ...(wanted !== '' && { search: wanted }) },
    { enabled, actingIn, keepPrevious: true },
  ).data
  // The selected one keeps its name when it is not in the results.
  const chosen = useApi(
    'GET /api/v1/outlet/choices',
    { ...of, outletId: field.value ?? '' },
    {
      actingIn,
      enabled: enabled && Boolean(field.value) && found?.every(({ id }) => id !== field.value) === true,
    },
  ).data
  const offered = [...(found ?? []), ...(field.value ? (chosen ?? []) : [])]
  return (
    <Select
      placeholder={t('common.pleaseSelect')}
      {...field}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      options={offered.map(({ id, name, code }) => ({
        value: id,
        label: code === '' ? name : `${name} · ${code}`,
      }))}
    />
  )
}
