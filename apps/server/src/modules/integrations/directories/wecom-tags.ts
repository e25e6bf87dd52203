import { partsOf } from '../vendors/json-calls.ts'
import { numberOf } from '../vendors/vendor.ts'
import type { wecomClient } from '../vendors/wecom.ts'
import type { DirectoryDepartment } from './directory.ts'
import { idOf, type Reading } from './reading.ts'

const mostTags = 500

/**
 * Tags of members (path/90216 tag/list, path/90213 tag/get), which hold members and departments. Null: the application may not
 * read them.
 */
export async function wecomTags(
  reading: Reading,
  app: ReturnType<typeof wecomClient>,
  departments: readonly DirectoryDepartment[],
): Promise<((subject: string, departmentIds: readonly string[]) => string[]) | null> {
  const list = await reading.ask(() => app.get('/cgi-bin/tag/list', {})).catch(unlessForbidden)
  const tags = partsOf(list?.['taglist']).flatMap((tag) => idOf(tag['tagid']) ?? [])
  if (list === null || tags.length > mostTags) return null
  const ofMember = new Map<string, string[]>()
  const ofDepartment = new Map<string, string[]>()
  const note = (into: Map<string, string[]>, key: string | undefined, tag: string) => {
    if (key !== undefined) into.set(key, [...(into.get(key) ?? []), tag])
  }
  for (const id of tags) {
    const tag = await reading.ask(() => app.get('/cgi-bin/tag/get', { tagid: id })).catch(unlessForbidden)
    if (tag === null) return null
    for (const row of partsOf(tag['userlist'])) note(ofMember, idOf(row['userid'])?.toLowerCase(), id)
    const parties: unknown = tag['partylist']
    for (const party of Array.isArray(parties) ? parties : []) note(ofDepartment, idOf(party), id)
  }
  const parents = new Map(departments.map(({ id, parentId }) => [id, parentId]))
  return (subject, departmentIds) => {
    const found = new Set(ofMember.get(subject))
    if (ofDepartment.size > 0)
      for (const id of departmentIds)
        for (let at: string | null | undefined = id; at != null; at = parents.get(at))
          for (const tag of ofDepartment.get(at) ?? []) found.add(tag)
    return [...found]
  }
}

/** Half of the tags would take roles away: without permission for one, or with one deleted meanwhile (40068), none is known. */
function unlessForbidden(error: unknown): null {
  if ([40068, 48002, 48004, 60011, 301002].includes(numberOf(error) ?? 0)) return null
  throw error
}
