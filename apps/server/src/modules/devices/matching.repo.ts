import type { deviceApi } from '@netward/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Sql, whereClause } from './device-rows.repo.ts'
import { escapeLike, searchTerm } from './search-term.ts'

type DeviceFilters = z.output<typeof deviceApi.deviceFilters>

/** Conditions on `device d`, each starting with `and`: the device list filters, for sets of any size. */
export function matchingDevices(filters: DeviceFilters): Sql {
  const { tag = [], search } = filters
  const term = searchTerm(search)
  const texts: Sql[] = []
  if (term?.search !== undefined) texts.push(sql`strpos(d.search, search_text(${term.search}::text)) > 0`)
  if (term?.mac !== undefined)
    texts.push(sql`replace(d.mac_address::text, ':', '') like ${`${escapeLike(term.mac)}%`}::text`)
  return sql`${whereClause({ ...filters, page: 1, pageSize: 1, sort: 'name', of: 'smart_cpe' })}
    ${tag.length > 0 ? sql`and d.tags && ${tag}::text[]` : sql``}
    ${texts.length > 0 ? sql`and (${sql.join(texts, sql` or `)})` : sql``}`
}
