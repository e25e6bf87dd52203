import type { EndpointInput, EndpointOutput } from '@netward/contract'
import {
  settingLists,
  settingSections,
  type SettingField,
  type SettingList,
  type SettingSection,
} from '@netward/contract/gateway-setting-values'

export const settingsRead = 'GET /api/v1/device/:deviceId/settings'
export const listRead = 'GET /api/v1/device/:deviceId/settings/lists/:list'
export const changeAct = 'POST /api/v1/device/:deviceId/settings/change'

export type Settings = EndpointOutput<typeof settingsRead>
export type Section = Settings['sections'][number]
export type Instance = Section['instances'][number]
export type SettingValue = Instance['fields'][number]
export type AddForm = NonNullable<Section['add']>
export type SettingForm = Pick<
  SettingValue,
  'key' | 'kind' | 'unit' | 'choices' | 'min' | 'max' | 'maxLength'
>
export type Change = NonNullable<Settings['change']>
export type Refused = Change['refused'][number]
export type Wanted = Omit<EndpointInput<typeof changeAct>, 'deviceId'>
export type Written = string | number | boolean
export type Draft = Readonly<Record<string, Written | null | undefined>>

/** The drawer's subject: an instance, or a new one of the section. */
export interface Target {
  readonly section: SettingSection
  /** Null: a new one. */
  readonly instance: Instance | null
}

export const isList = (section: SettingSection): section is SettingList =>
  settingLists.some((list) => list === section)

/** Sections with their own words for add and delete. */
const namedSections = ['wifi', 'dhcp', 'static_lease', 'vpn', 'account', 'port_mapping'] as const

/** Key under `gatewaySettings.add` and `gatewaySettings.removeText`. */
export const wordOf = (section: SettingSection): (typeof namedSections)[number] | 'other' =>
  namedSections.find((one) => one === section) ?? 'other'

export const isSection = (text: unknown): text is SettingSection =>
  settingSections.some((section) => section === text)

export const fieldOf = (instance: Instance, key: SettingField): SettingValue | undefined =>
  instance.fields.find((field) => field.key === key)

/** Whether a command is still in progress. */
export const isOpen = (one: { state: Change['state'] } | null | undefined): boolean =>
  one?.state === 'waiting' || one?.state === 'sent'

/** A secret, or a value that the gateway did not report as read-only. */
export const isWritable = (field: SettingValue): boolean =>
  field.writable !== false && field.kind !== 'instant'

/** The gateway's refusals of the last change, by field, for one instance or (null) the new one. */
export function refusedOf(
  change: Change | null,
  section: SettingSection,
  instance: string | null,
): ReadonlyMap<SettingField, Refused> {
  const found = new Map<SettingField, Refused>()
  if (change?.state !== 'failed') return found
  for (const one of change.refused) {
    if (one.section === section && one.instance === instance && one.field !== null) found.set(one.field, one)
  }
  return found
}

/** The fields of an instance with new values in transit. */
export function pendingOf(change: Change | null, instance: string): ReadonlySet<SettingField> {
  if (change === null || !isOpen(change)) return new Set()
  return new Set(change.asked.filter((one) => one.instance === instance).flatMap(({ fields }) => fields))
}
