import type { Profile } from '@netward/snmp-profiles'
import type { Basics } from './recognise.ts'
import type { Reading } from './rows.ts'

/** A profile whose OIDs with `~` stand where this device has them; unchanged for others (`Profile.below`). */
export async function placed(
  reading: Reading,
  profile: Profile | null,
  { objectId }: Basics,
): Promise<Profile | null> {
  if (!profile?.below) return profile
  const above = objectId.slice(0, objectId.lastIndexOf('.'))
  const inParent = (await reading.column(under(above, profile.below))).size > 0
  const root = inParent ? above : objectId
  return replaced(profile, (text) => under(root, text))
}

const under = (root: string, oid: string) => (oid.startsWith('~') ? root + oid.slice(1) : oid)

/** The same data with each text replaced, at any depth. */
function replaced<T>(data: T, by: (text: string) => string): T {
  if (typeof data === 'string') return by(data) as T
  if (Array.isArray(data)) return data.map((one) => replaced(one as unknown, by)) as T
  if (typeof data !== 'object' || data === null || data instanceof RegExp) return data
  return Object.fromEntries(
    Object.entries(data).map(([key, one]) => [key, replaced(one as unknown, by)]),
  ) as T
}
