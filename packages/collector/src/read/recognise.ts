import { profiles, type Match, type Profile } from '@netward/snmp-profiles'
import type { Reading } from './rows.ts'
import { readDescription } from './text.ts'

/** What is known of an agent before its profile is. */
export interface Basics {
  readonly objectId: string
  readonly descr: string
}

/** The OID is the prefix or below it. */
export const isWithin = (oid: string, prefix: string) => oid === prefix || oid.startsWith(`${prefix}.`)

/** The depth of the longest prefix that fits; 0 without one; null where none fits. */
function depthOf({ oids, descr }: Match, basics: Basics): number | null {
  if (descr && !descr.test(basics.descr)) return null
  if (!oids) return 0
  const depths = oids.filter((oid) => isWithin(basics.objectId, oid)).map((oid) => oid.split('.').length)
  return depths.length > 0 ? Math.max(...depths) : null
}

interface Candidate {
  readonly profile: Profile
  readonly match: Match
  readonly score: number
}

/** A condition on sysDescr or on an instance counts as three more numbers of the OID. */
const scoreOf = (match: Match, depth: number) =>
  depth + [match.descr, match.present, match.text].filter(Boolean).length * 3

/**
 * The profile that fits best. What must be read to decide is read in one request, and only for profiles that the OID
 * leaves open.
 */
export async function recognise(reading: Reading, basics: Basics): Promise<Profile | null> {
  const candidates = profiles.flatMap((profile) =>
    profile.match.flatMap((match): Candidate[] => {
      const depth = depthOf(match, basics)
      return depth === null ? [] : [{ profile, match, score: scoreOf(match, depth) }]
    }),
  )
  const asked = candidates.flatMap(({ match }) =>
    [match.present, match.text?.[0]].filter((oid) => oid !== undefined),
  )
  const answers = asked.length > 0 ? await reading.get(...asked) : new Map()
  const [best] = candidates
    .filter(({ match }) => !match.present || answers.has(match.present))
    .filter(({ match: { text } }) => !text || text[1].test(readDescription(answers.get(text[0]))))
    .toSorted((a, b) => b.score - a.score)
  return best?.profile ?? null
}
