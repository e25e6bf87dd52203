import { deviceTypes } from '@netward/contract/device-values'
import { noRegion } from '@netward/contract/outlet-region'
import { isps } from '@netward/contract/outlet-values'
import type { PanelFilter } from '@netward/contract/panels/panel'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Button, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { parseSearch, type Search } from '../../lib/search.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useCompanyField } from '../../ui/use-company-field.ts'

export type Filters = Readonly<Partial<Record<PanelFilter, string | string[]>>>

const several: readonly PanelFilter[] = ['type', 'isp']
const names: readonly PanelFilter[] = ['companyId', 'region', 'departmentId', 'type', 'isp']

/** What the page is narrowed by: in the address, so that a link reproduces it. */
export function useFilters(): { filters: Filters; change: (changed: Filters) => void; clear: () => void } {
  const navigate = useNavigate()
  const { searchText, pathname } = useLocation({
    select: (location) => ({ searchText: location.searchStr, pathname: location.pathname }),
    structuralSharing: true,
  })
  return useMemo(() => {
    const search = parseSearch(searchText)
    const filters = Object.fromEntries(
      names.flatMap((name) => {
        const given = search[name]
        if (given === undefined || given.length === 0) return []
        const list = Array.isArray(given) ? given : [given]
        return [[name, several.includes(name) ? list : list[0]]]
      }),
    ) as Filters
    const write = (next: Search) => void navigate({ to: pathname, search: next })
    const without = (some: readonly string[]) =>
      Object.fromEntries(Object.entries(search).filter(([name]) => !some.includes(name)))
    return {
      filters,
      change: (changed) => {
        const set = Object.entries(changed).filter(([, value]) => value !== undefined && value.length > 0)
        write({ ...without(Object.keys(changed)), ...Object.fromEntries(set) })
      },
      clear: () => write(without(names)),
    }
  }, [navigate, pathname, searchText])
}

export function FilterBar({ offered }: { offered: ReadonlySet<PanelFilter> }) {
  const { t } = useTranslation()
  const { several: isAbove } = useCompanyScope()
  const { filters, change, clear } = useFilters()
  const company = useCompanyField(isAbove)
  const seesOutlets = useMay('DMS_SERVER_OUTLET_VIEW')
  const companyId = typeof filters.companyId === 'string' ? filters.companyId : undefined
  const values = useApi('GET /api/v1/outlet/values', companyId === undefined ? {} : { companyId }, {
    enabled: seesOutlets,
    keepPrevious: true,
  }).data
  const one = (
    name: PanelFilter,
    options: readonly { value: string; label: string }[],
    onSearch?: (text: string) => void,
  ) => (
    <Select
      key={name}
      allowClear
      className="panel-filter"
      aria-label={t(`panels.filters.${name}`)}
      placeholder={t(`panels.filters.${name}`)}
      value={filters[name] ?? null}
      options={[...options]}
      showSearch={onSearch === undefined ? { optionFilterProp: 'label' } : { filterOption: false, onSearch }}
      onChange={(value: string | string[] | null) => change({ [name]: value ?? [] })}
    />
  )
  const many = (name: PanelFilter, options: readonly { value: string; label: string }[]) => (
    <Select
      key={name}
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      className="panel-filter"
      aria-label={t(`panels.filters.${name}`)}
      placeholder={t(`panels.filters.${name}`)}
      value={(filters[name] ?? []) as string[]}
      options={[...options]}
      onChange={(value: string[]) => change({ [name]: value })}
    />
  )
  const named = (list: readonly { value: string; label: string }[] | undefined) => list ?? []
  return (
    <fieldset className="panel-filters" aria-label={t('panels.filtersLabel')}>
      {isAbove &&
        offered.has('companyId') &&
        one(
          'companyId',
          named('options' in company ? company.options : []),
          'onSearch' in company ? company.onSearch : undefined,
        )}
      {offered.has('region') &&
        one('region', [
          ...(values?.regions ?? []).map((region) => ({ value: region, label: region })),
          { value: noRegion, label: t('panels.noRegion') },
        ])}
      {(!isAbove || companyId !== undefined) &&
        offered.has('departmentId') &&
        one(
          'departmentId',
          (values?.departments ?? []).map(({ id, name }) => ({ value: id, label: name })),
        )}
      {offered.has('type') &&
        many(
          'type',
          deviceTypes.map((value) => ({ value, label: t(`equipment.types.${value}`) })),
        )}
      {offered.has('isp') &&
        many(
          'isp',
          isps.map((value) => ({ value, label: t(`outlets.isps.${value}`) })),
        )}
      {Object.keys(filters).length > 0 && (
        <Button type="link" onClick={clear}>
          {t('panels.clearFilters')}
        </Button>
      )}
    </fieldset>
  )
}
