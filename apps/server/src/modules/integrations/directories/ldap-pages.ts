import type { Client, Entry } from 'ldapts'
import { guidOf, identifiers, type LdapSettings } from '../vendors/ldap.ts'
import { failure } from '../vendors/vendor.ts'
import { valuesAt } from './ldap-names.ts'
import { type Reading, stopIfAborted, usualLimits } from './reading.ts'

const pageSize = 500
const mostPages = (2 * usualLimits.people) / pageSize + 200

export function identifierOf(entry: Entry, schema: LdapSettings['schema']): string {
  const [raw] = valuesAt(entry, identifiers[schema])
  if (!Buffer.isBuffer(raw)) return (raw ?? '').toLowerCase().slice(0, 200)
  return raw.length === 16 ? guidOf(raw) : ''
}

/** Pages of a search below `base`. A server that never ends them is stopped. */
export async function* pagesOf(
  client: Client,
  reading: Reading,
  base: string,
  { filter, attributes }: { readonly filter: string; readonly attributes: string[] },
): AsyncGenerator<Entry[]> {
  let pages = 0
  for await (const { searchEntries } of client.searchPaginated(base, {
    scope: 'sub',
    filter,
    attributes,
    explicitBufferAttributes: ['objectGUID'],
    paged: { pageSize },
  })) {
    stopIfAborted(reading.signal)
    pages += 1
    if (pages > mostPages) throw failure('answer', `> ${mostPages} pages`)
    yield searchEntries
  }
}
