import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { stringifySearch } from '../../lib/search.ts'
import { useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'

const offered = 5
/** One character is in nearly every name. */
const shortest = 2
/** What the list of gateways does not have. */
const others = ['snmp' as const, 'probe' as const, 'none' as const]

export interface FoundItem {
  readonly name: string
  /** Beside the name, in the font of numbers. */
  readonly code: string
  readonly note: string
  readonly href: string
}

export interface FoundGroup {
  readonly key: 'devices' | 'equipment' | 'outlets' | 'lines' | 'tenants' | 'people'
  readonly label: string
  readonly items: readonly FoundItem[]
  /** There are others in the list. */
  readonly more: boolean
  /** The list with this search. */
  readonly listHref: string
}

const parts = (...given: readonly (string | null)[]) =>
  given.filter((part) => part !== null && part !== '').join(' · ')

/**
 * What a search finds in each list that the person may open. The lists themselves answer, so that a result is what its
 * list shows: the same data scope, and the same index.
 */
export function useSearchGroups(typed: string): { groups: readonly FoundGroup[]; searched: boolean } {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const search = typed.trim()
  const long = search.length >= shortest
  const mayDevices = useMay('DMS_SERVER_DEVICE_VIEW')
  const mayOutlets = useMay('DMS_SERVER_OUTLET_VIEW')
  const mayTenants = useMay('DMS_SERVER_ORGANIZATION_MANAGE_TENANT')
  const mayPeople = useMay('DMS_SERVER_AUTH_MANAGE_ORG_STRUCT')
  const input = { search, pageSize: offered }
  const ask = (may: boolean) => ({ enabled: may && long, keepPrevious: true })
  const devices = useApi('POST /api/v1/device/lists', input, ask(mayDevices))
  // Without the product there are none: its refusal is no result.
  const equipment = useApi('POST /monitor/api/v1/device/lists', { ...input, driver: others }, ask(mayDevices))
  const outlets = useApi('POST /api/v1/outlet/lists', input, ask(mayOutlets))
  const lines = useApi('POST /api/v1/outlet/line/lists', input, ask(mayOutlets))
  const tenants = useApi('POST /api/v1/auth/tenant/lists', input, ask(mayTenants))
  const people = useApi('POST /api/v1/auth/member/lists', input, ask(mayPeople))
  if (!long) return { groups: [], searched: false }

  const listOf = (path: string) => path + stringifySearch({ search })
  const groups: FoundGroup[] = [
    {
      key: 'devices',
      label: t('shell.search.devices'),
      listHref: listOf(paths.smartCpeList),
      more: (devices.data?.total ?? 0) > offered,
      items: (devices.data?.items ?? []).map((row) => ({
        name: row.name,
        code: row.serialNumber,
        note: parts(row.ipAddress, row.macAddress),
        href: paths.smartCpe(row.id),
      })),
    },
    {
      key: 'equipment',
      label: t('shell.search.equipment'),
      listHref: paths.deviceList + stringifySearch({ search, driver: others }),
      more: (equipment.data?.total ?? 0) > offered,
      items: (equipment.data?.items ?? []).map((row) => ({
        name: row.name,
        code: row.ipAddress ?? row.serialNumber,
        note: parts(t(`equipment.types.${row.type}`), row.brand, row.modelName),
        href: paths.equipment(row.id),
      })),
    },
    {
      key: 'outlets',
      label: t('shell.search.outlets'),
      listHref: listOf(paths.outlets),
      more: (outlets.data?.total ?? 0) > offered,
      items: (outlets.data?.items ?? []).map((row) => ({
        name: row.name,
        code: row.code,
        note: several ? row.companyName : '',
        href: paths.outlet(row.id),
      })),
    },
    {
      key: 'lines',
      label: t('shell.search.lines'),
      listHref: listOf(paths.internetLines),
      more: (lines.data?.total ?? 0) > offered,
      items: (lines.data?.items ?? []).map((row) => ({
        name: row.name,
        code: row.account,
        note: row.outletName,
        href: `${paths.outlet(row.outletId)}?tab=lines`,
      })),
    },
    {
      key: 'tenants',
      label: t('shell.search.tenants'),
      listHref: listOf(paths.tenants),
      more: (tenants.data?.total ?? 0) > offered,
      items: (tenants.data?.items ?? []).map((row) => ({
        name: row.name,
        code: row.code,
        note: t(`tenants.kinds.${row.kind}`),
        href: paths.tenant(row.id),
      })),
    },
    {
      key: 'people',
      label: t('shell.search.people'),
      listHref: listOf(paths.organisationStructure),
      more: (people.data?.total ?? 0) > offered,
      items: (people.data?.items ?? []).map((row) => ({
        name: row.displayName,
        code: row.userName ?? '',
        note: row.department.join(' / '),
        href: paths.organisationStructure + stringifySearch({ search: row.userName ?? row.displayName }),
      })),
    },
  ]
  const reads = [devices, equipment, outlets, lines, tenants, people]
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    searched: reads.every(({ isFetching }) => !isFetching),
  }
}
