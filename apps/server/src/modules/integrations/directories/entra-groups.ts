import { partsOf, textOf } from '../vendors/json-calls.ts'
import { ResyncNeeded } from '../vendors/graph.ts'
import { failure } from '../vendors/vendor.ts'
import { deltaPages, type Graph, pagesOf } from './entra-pages.ts'
import { idOf, lineOf, type Reading } from './reading.ts'

const mostMemberships = 2_000_000
const first = '/v1.0/groups/delta?$select=displayName,members'

export interface EntraGroups {
  /** By id. */
  readonly names: ReadonlyMap<string, string>
  /** Groups of people by their id; of a reading of changes: whose groups changed. */
  readonly ofPerson: ReadonlyMap<string, ReadonlySet<string>>
  readonly position: string
}

/**
 * Groups with their members in one list (learn.microsoft.com/graph/delta-query-groups): members of a large group come on several
 * pages. From a position on, what changed. @throws ResyncNeeded also where a group has gone, whose members nobody names
 */
export async function readGroups(
  api: Graph,
  reading: Reading,
  position: string | null,
): Promise<EntraGroups> {
  const names = new Map<string, string>()
  const ofPerson = new Map<string, Set<string>>()
  let memberships = 0
  const pages = deltaPages(api, reading, position ?? first)
  for (;;) {
    const { done, value } = await pages.next()
    if (done === true) return { names, ofPerson, position: value }
    for (const row of value) {
      const id = idOf(row['id'])?.toLowerCase()
      if (id === undefined) continue
      if (row['@removed'] !== undefined) {
        if (position !== null) throw new ResyncNeeded('a group has gone')
        names.delete(id)
        for (const groups of ofPerson.values()) groups.delete(id)
        continue
      }
      const name = lineOf(row['displayName'])
      if (name !== undefined || !names.has(id)) names.set(id, name ?? id)
      for (const member of partsOf(row['members@delta'])) {
        if (!(textOf(member['@odata.type']) || '.user').endsWith('.user')) continue
        const person = idOf(member['id'])?.toLowerCase()
        if (person === undefined) continue
        memberships += 1
        if (memberships > mostMemberships) throw failure('answer', `> ${mostMemberships} memberships`)
        const groups = ofPerson.get(person) ?? new Set()
        if (member['@removed'] === undefined) groups.add(id)
        else groups.delete(id)
        ofPerson.set(person, groups)
      }
    }
  }
}

/** Groups of one person (learn.microsoft.com/graph/api/user-list-memberof). */
export async function groupsOf(api: Graph, reading: Reading, personId: string): Promise<string[]> {
  const found: string[] = []
  for await (const rows of pagesOf(
    api,
    reading,
    `/v1.0/users/${personId}/memberOf/microsoft.graph.group?$select=id&$top=999`,
  ))
    found.push(...rows.flatMap((row) => idOf(row['id'])?.toLowerCase() ?? []))
  return found
}
