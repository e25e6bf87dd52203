import type { EndpointInput } from '@netward/contract'
import { useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { FilterChips, ListSearchForm, type SearchField } from '../../ui/list-search-form.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, ErrorState, LoadingState, NoPermissionState } from '../../ui/states.tsx'
import { useCompanyField } from '../../ui/use-company-field.ts'
import { useListState } from '../../ui/use-list-state.ts'
import { outletEvents, regionList } from './outlet.ts'
import { regionField } from './region-field.ts'
import { RegionTable } from './region-table.tsx'
import '../../ui/list-page.css'

const defaults = { pageSize: 50, sort: undefined }

/** Health of the outlets per region. */
export function OutletRegions() {
  return useMay('DMS_SERVER_OUTLET_VIEW') ? <Regions /> : <NoPermissionState />
}

function Regions() {
  const { t } = useTranslation()
  const fields = useFields()
  const [{ filters }, change] = useListState(fields, [], defaults)
  const chosen = useMemo(
    () => Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)])),
    [filters],
  )
  const read = useApi(regionList, chosen as EndpointInput<typeof regionList>, { keepPrevious: true })
  useLiveReads(regionList, outletEvents)
  const search = (next: typeof filters) => change({ filters: next })
  const filtered = Object.keys(filters).length > 0
  return (
    <section className="list-page">
      <header className="list-head">
        <h1>{t('shell.titles.outletRegions')}</h1>
      </header>
      <div className="list-card region-card">
        <ListSearchForm fields={fields} filters={filters} onSearch={search} />
        <FilterChips fields={fields} filters={filters} onSearch={search} />
        {read.error !== null && read.data === undefined ? (
          <ErrorState error={read.error} onRetry={() => void read.refetch()} />
        ) : read.data === undefined ? (
          <LoadingState />
        ) : read.data.tooMany ? (
          <EmptyState title={t('outlets.regions.tooMany')} hint={t('outlets.regions.tooManyHint')} />
        ) : read.data.total > 0 ? (
          <RegionTable rows={read.data.items} total={read.data.total} filters={chosen} />
        ) : filtered ? (
          <EmptyState
            title={t('outlets.regions.noneThat')}
            action={<Button onClick={() => search({})}>{t('common.clearFilters')}</Button>}
          />
        ) : (
          <EmptyState
            title={t('outlets.regions.empty')}
            hint={t('outlets.regions.emptyHint')}
            action={<RowLink to={paths.outlets}>{t('shell.titles.outlets')}</RowLink>}
          />
        )}
      </div>
    </section>
  )
}

function useFields(): readonly SearchField[] {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const company = useCompanyField(several)
  const offered = useApi('GET /api/v1/outlet/values', {}, { keepPrevious: true }).data
  const { region }: { region?: unknown } = useSearch({ strict: false })
  return useMemo(
    () => [
      regionField(t, offered?.regions, region),
      several
        ? company
        : {
            kind: 'select' as const,
            name: 'departmentId',
            label: t('outlets.department'),
            options: (offered?.departments ?? []).map(({ id, name }) => ({ value: id, label: name })),
          },
    ],
    [t, several, company, offered, region],
  )
}
