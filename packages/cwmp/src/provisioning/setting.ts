import type { Section, Term } from '../vocabulary/terms.ts'

export type Band = '2.4' | '5' | '6'

/** Which instances of a section, whatever their numbers: the n-th counts from one, a band is of Wi-Fi alone. */
export type Which =
  | { by: 'in_use' }
  | { by: 'place'; place: number; band?: Band | undefined }
  | { by: 'all'; band?: Band | undefined }
  | { by: 'username'; username: string }

/** A setting by the words of people, of no data model. */
export interface SettingName {
  section: Section
  which: Which
  field: Term
}

/** A setting that a gateway is to have, with nothing left to fill in. */
export interface DesiredSetting extends SettingName {
  value: string
  secret: boolean
  /** Where the gateway has no such setting, or lets nobody change it. */
  ifAbsent: 'skip' | 'fail'
}

/** What stands for a setting where a path would: `wifi[5:1].ssid`. Two templates that say it mean the same. */
export function settingId({ section, which, field }: SettingName): string {
  return `${section}[${whichId(which)}].${field}`
}

function whichId(which: Which): string {
  switch (which.by) {
    case 'in_use':
      return which.by
    case 'username':
      return `${which.by}=${which.username}`
    case 'all':
    case 'place': {
      const those = which.by === 'all' ? which.by : String(which.place)
      return which.band === undefined ? those : `${which.band}:${those}`
    }
  }
}

const idPattern =
  /^([a-z_]+)\[(?:(in_use)|username=(.*)|(?:(2\.4|5|6):)?(?:(all)|([1-9]\d{0,2})))\]\.([A-Za-z0-9]+)$/

/** The setting that an identity stands for; null for a path. */
export function settingOf(id: string): SettingName | null {
  const found = idPattern.exec(id)
  if (found === null) return null
  const [, section, inUse, username, band, all, place, field] = found
  const of = band === undefined ? {} : { band: band as Band }
  const which: Which =
    inUse !== undefined
      ? { by: 'in_use' }
      : username !== undefined
        ? { by: 'username', username }
        : all !== undefined
          ? { by: 'all', ...of }
          : { by: 'place', place: Number(place), ...of }
  return { section: section as Section, which, field: field as Term }
}
