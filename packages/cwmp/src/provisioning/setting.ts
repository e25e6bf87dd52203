import type { Section, Term } from '../vocabulary/terms.ts'

export type Band = '2.4' | '5' | '6'

/**
 * Selects instances of a section regardless of their numbers: the n-th counts from one, a band applies to
 * Wi-Fi only.
 */
export type Which =
  | { by: 'in_use' }
  | { by: 'place'; place: number; band?: Band | undefined }
  | { by: 'all'; band?: Band | undefined }
  | { by: 'username'; username: string }

/** A setting independent of the data model. */
export interface SettingName {
  section: Section
  which: Which
  field: Term
}

/** A desired setting, fully resolved. */
export interface DesiredSetting extends SettingName {
  value: string
  secret: boolean
  /** If the gateway lacks the setting or has it read-only. */
  ifAbsent: 'skip' | 'fail'
}

/** Identity of a setting in place of a path: `wifi[5:1].ssid`. Two templates that use it mean the same. */
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

/** The setting of an identity; null for a path. */
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
