import { partsOf, textOf } from '../vendors/json-calls.ts'
import type { graphClient } from '../vendors/graph.ts'
import { failure } from '../vendors/vendor.ts'
import type { Reading } from './reading.ts'

export type Graph = ReturnType<typeof graphClient>
type Rows = readonly Readonly<Record<string, unknown>>[]

/** Pages of a list until its last one (learn.microsoft.com/graph/paging). */
export async function* pagesOf(api: Graph, reading: Reading, first: string): AsyncGenerator<Rows> {
  for (let link = first; link !== '';) {
    const at = link
    const body = await reading.ask(() => api.get(at))
    yield partsOf(body['value'])
    link = textOf(body['@odata.nextLink'])
    if (link !== '') reading.nextCursor('page', link)
  }
}

/** Pages of changes; the return is where the next reading begins (learn.microsoft.com/graph/delta-query-overview). */
export async function* deltaPages(api: Graph, reading: Reading, first: string): AsyncGenerator<Rows, string> {
  for (let link = first; ;) {
    const at = link
    const body = await reading.ask(() => api.get(at, { prefer: 'odata.maxpagesize=999' }))
    yield partsOf(body['value'])
    const end = textOf(body['@odata.deltaLink'])
    if (end !== '') return end
    link = reading.nextCursor('delta', textOf(body['@odata.nextLink']))
    if (link === '') throw failure('answer', 'no link')
  }
}
