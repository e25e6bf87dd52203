import type { TFunction } from 'i18next'
import type { EndpointInput, EndpointKey, EndpointOutput } from '@netward/contract'

export const templateList = 'POST /api/v1/device/template/lists'
export const templateDetail = 'GET /api/v1/device/template/:templateId'
export const matchingList = 'POST /api/v1/device/template/:templateId/gateways/lists'
export const secretList = 'GET /api/v1/device/template-secrets'

export type TemplateRow = EndpointOutput<typeof templateList>['items'][number]
export type ShownTemplate = Pick<TemplateRow, 'id' | 'name'>
export type TemplateVersion = EndpointOutput<typeof templateDetail>['version']
export type TemplateValues = Required<EndpointInput<'POST /api/v1/device/template'>> & {
  selector: TemplateVersion['selector']
  content: TemplateVersion['content']
}

export const aboveList = 'POST /api/v1/device/template-above/lists'
export const rolloutDetail = 'GET /api/v1/device/template/:templateId/rollout'
export const rolloutGateways = 'POST /api/v1/device/template/:templateId/rollout/lists'
export const afterChange: readonly EndpointKey[] = [
  templateList,
  templateDetail,
  rolloutDetail,
  rolloutGateways,
]

export const emptyTemplate: TemplateValues = {
  name: '',
  selector: {
    models: [],
    manufacturers: [],
    softwareVersions: [],
    tags: [],
    outletIds: [],
    regions: [],
    softwareFrom: '',
    softwareBelow: '',
    below: false,
    companyIds: [],
  },
  content: { settings: [], values: [], objects: [], notifications: [] },
  objectsStay: false,
  acknowledged: false,
}

/** The form's label of a field, for a version's text. */
const versionWords = {
  models: 'provisioning.models',
  manufacturers: 'provisioning.manufacturers',
  softwareVersions: 'provisioning.softwareVersions',
  tags: 'provisioning.tags',
  outletIds: 'provisioning.outlets',
  regions: 'provisioning.regions',
  softwareFrom: 'provisioning.softwareFrom',
  softwareBelow: 'provisioning.softwareBelow',
  below: 'provisioning.below',
  companyIds: 'provisioning.companies',
  objectsStay: 'provisioning.objectsStay',
} as const satisfies Record<keyof TemplateValues['selector'] | 'objectsStay', string>

/** The scope of a version, as a line of its text. */
export const factOf =
  (t: TFunction) =>
  (field: keyof typeof versionWords, value: string | null): string => {
    const name = t(versionWords[field])
    return value === null ? name : t('provisioning.versions.fact', { name, value })
  }

type Template = EndpointOutput<typeof templateDetail>

/** A version with outlets and companies by name. */
export function inNames({ version, names }: Pick<Template, 'version' | 'names'>): TemplateVersion {
  const named = (ids: readonly string[], known: Template['names']['outlets']) =>
    ids.map((id) => known.find((one) => one.id === id)?.name ?? id)
  const { selector } = version
  return {
    ...version,
    selector: {
      ...selector,
      outletIds: named(selector.outletIds, names.outlets),
      companyIds: named(selector.companyIds, names.companies),
    },
  }
}

/** A version as lines of text, one per item, so that two can be diffed line by line. */
export function linesOf(
  { selector, content, objectsStay }: Pick<TemplateVersion, 'content' | 'selector' | 'objectsStay'>,
  lineOf: (field: keyof typeof versionWords, value: string | null) => string,
  settingLine: (setting: TemplateVersion['content']['settings'][number]) => string,
): string[] {
  return [
    ...Object.entries({ ...selector, objectsStay })
      .filter(([, value]) => (Array.isArray(value) ? value.length > 0 : Boolean(value)))
      .map(([name, value]) => {
        const text = value === true ? null : Array.isArray(value) ? value.join(', ') : String(value)
        return lineOf(name as keyof typeof versionWords, text)
      }),
    ...content.settings.map(settingLine),
    ...content.values.map(({ path, value }) => `${path} = ${value}`),
    ...content.objects.flatMap(({ table, key, values, only }) => {
      const instance = `${table}[${key.map(({ name, value }) => `${name}=${value}`).join(',')}]`
      return [
        `${instance}${only ? ' !' : ''}`,
        ...values.map(({ name, value }) => `${instance}.${name} = ${value}`),
      ]
    }),
    ...content.notifications.map(({ path, level }) => `${path} @ ${level}`),
  ]
}

/** Items present in only one of two versions. */
export function changesBetween(before: readonly string[], after: readonly string[]) {
  return {
    removed: before.filter((line) => !after.includes(line)),
    added: after.filter((line) => !before.includes(line)),
  }
}

/**
 * Settings, parameters and notifications present in one version but not in another: gateways keep them.
 * Objects do not count: they are deleted, or stay, as a whole.
 */
export function namedOnlyIn(
  one: TemplateVersion['content'],
  other: TemplateVersion['content'],
  nameOf: (setting: TemplateVersion['content']['settings'][number]) => string,
): string[] {
  const instance = ({ table, key }: TemplateVersion['content']['objects'][number]) =>
    `${table}[${key
      .map(({ name, value }) => `${name}=${value}`)
      .toSorted()
      .join(',')}]`
  const namesOf = ({ settings, values, objects, notifications }: TemplateVersion['content']) => [
    ...settings.map(nameOf),
    ...values.map(({ path }) => path),
    ...objects.flatMap((object) => object.values.map(({ name }) => `${instance(object)}.${name}`)),
    ...notifications.map(({ path }) => `${path} @`),
  ]
  const kept = new Set(other.objects.map(instance))
  const gone = one.objects.map(instance).filter((object) => !kept.has(object))
  const named = new Set(namesOf(other))
  return namesOf(one).filter((name) => !named.has(name) && !gone.some((lost) => name.startsWith(lost)))
}
