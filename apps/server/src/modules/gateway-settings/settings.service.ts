import type { gatewaySettingApi, InputOf, OutputOf } from '@netward/contract'
import {
  type SettingField,
  settingLists,
  settingSections,
  type SettingSection,
} from '@netward/contract/gateway-setting-values'
import { addFormOf, type Field, isDangerousPath, pathsOf, readSection } from '@netward/cwmp'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { enterDeviceForReading } from '../devices/index.ts'
import { presentChange } from './change-view.ts'
import { type KnownGateway, knownGateway } from './known-gateway.ts'
import { settingRepo } from './setting.repo.ts'

type Settings = OutputOf<typeof gatewaySettingApi.getGatewaySettings>
type Section = Settings['sections'][number]
type ShownInstance = Section['instances'][number]
type ShownField = ShownInstance['fields'][number]

const maxInstances = 32

export async function getSettings(
  ctx: RequestContext,
  { deviceId }: InputOf<typeof gatewaySettingApi.getGatewaySettings>,
): Promise<Settings> {
  await enterDeviceForReading(ctx, deviceId, 'DMS_SERVER_DEVICE_VIEW')
  const known = await knownGateway(ctx, deviceId, settingSections)
  const change = await settingRepo.findLastChange(ctx, deviceId)
  const reading = await settingRepo.findLastRead(ctx, deviceId)
  return {
    dataModelRoot: known?.root ?? null,
    sections: settingSections.map((section) => sectionOf(known, section)),
    reading:
      reading === undefined
        ? null
        : {
            commandId: reading.id,
            state: reading.state,
            sections: settingSections.filter((section) => listed(reading.request, section)),
            createdAt: reading.created_at,
            expiresAt: reading.expires_at,
          },
    change: change === undefined ? null : presentChange(ctx, known, change),
  }
}

const listed = (request: unknown, section: string) =>
  ((request as { sections?: unknown[] }).sections ?? []).includes(section)

export async function getChange(
  ctx: RequestContext,
  { deviceId, commandId }: InputOf<typeof gatewaySettingApi.getGatewayChange>,
): Promise<OutputOf<typeof gatewaySettingApi.getGatewayChange>> {
  await enterDeviceForReading(ctx, deviceId, 'DMS_SERVER_DEVICE_VIEW')
  const change = await settingRepo.findChange(ctx, deviceId, commandId)
  if (change === undefined) throw new AppError('command.not_found')
  const sections = settingSections.filter((section) =>
    ((change.request as { asked?: { section: string }[] }).asked ?? []).some(
      (one) => one.section === section,
    ),
  )
  return presentChange(ctx, await knownGateway(ctx, deviceId, sections), change)
}

/** One gateway has hundreds at most: searched and sorted in memory, where their labels are known. */
export async function pageInstances(
  ctx: RequestContext,
  { deviceId, list, search, sort, page, pageSize }: InputOf<typeof gatewaySettingApi.pageGatewayInstances>,
): Promise<OutputOf<typeof gatewaySettingApi.pageGatewayInstances>> {
  await enterDeviceForReading(ctx, deviceId, 'DMS_SERVER_DEVICE_VIEW')
  const known = await knownGateway(ctx, deviceId, [list])
  const all = known === null ? [] : shownSection(known, list)
  const wanted = search?.toLowerCase() ?? ''
  const found = all.filter(
    (instance) => wanted === '' || texts(instance).some((text) => text.includes(wanted)),
  )
  const sorted = sort === undefined ? found : found.toSorted(by(sort))
  return {
    items: sorted.slice((page - 1) * pageSize, page * pageSize),
    total: sorted.length,
    totalCapped: false,
  }
}

const texts = ({ label, fields }: ShownInstance): string[] => [
  label.toLowerCase(),
  ...fields.flatMap(({ value, kind }) =>
    typeof value === 'string' && kind !== 'choice' ? [value.toLowerCase()] : [],
  ),
]

/** Fields without a value come last in either order. */
function by(sort: string): (one: ShownInstance, other: ShownInstance) => number {
  const descending = sort.startsWith('-')
  const key = (descending ? sort.slice(1) : sort) as SettingField
  const valueOf = ({ fields }: ShownInstance) => fields.find((field) => field.key === key)?.value ?? null
  return (one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    const order =
      typeof a === 'string' && typeof b === 'string' ? collator.compare(a, b) : Number(a) - Number(b)
    return descending ? -order : order
  }
}

const collator = new Intl.Collator('zh', { numeric: true })

function sectionOf(known: KnownGateway | null, section: SettingSection): Section {
  if (known === null) {
    return { section, supported: 'unknown', instances: [], total: 0, readAt: null, add: null }
  }
  const { tree, namesRead } = known
  const instances = shownSection(known, section)
  const isList = settingLists.some((list) => list === section)
  const add = addForm(known, section)
  const there =
    instances.length > 0 ||
    add !== null ||
    pathsOf(tree, [section], true).some((path) => path.endsWith('.') && isList)
  const readAts = instances.flatMap(({ fields }) => fields.flatMap(({ readAt }) => readAt ?? []))
  return {
    section,
    supported: there ? 'yes' : namesRead ? 'no' : 'unknown',
    instances: isList ? [] : instances.slice(0, maxInstances),
    total: instances.length,
    readAt: readAts.reduce<string | null>(
      (latest, at) => (latest === null || at > latest ? at : latest),
      null,
    ),
    add,
  }
}

function addForm({ tree }: KnownGateway, section: SettingSection): Section['add'] {
  const form = addFormOf(tree, section)
  return form === null ? null : { dangerous: isDangerousPath(form.table), fields: form.fields }
}

function shownSection({ tree, later }: KnownGateway, section: SettingSection): ShownInstance[] {
  const applied = later === null ? [] : readSection(later.tree, section)
  return readSection(tree, section).map(({ path: instance, label, inUse, fields, remove }) => {
    const then = applied.find(({ path }) => path === instance)?.fields ?? []
    return {
      instance,
      label,
      inUse,
      removable: remove !== null,
      fields: fields.map(({ paths, write: _write, ...field }) => ({
        ...field,
        dangerous: paths.some(isDangerousPath),
        later: paths.some((path) => later?.paths.has(path)) ? laterOf(field, then) : null,
      })),
    }
  })
}

/**
 * Changing one field may write parameters that affect another: only actual differences are pending. Secrets
 * are not shown.
 */
function laterOf(now: Omit<Field, 'paths' | 'write'>, then: readonly Field[]): ShownField['later'] {
  const { value, raw } = then.find(({ key }) => key === now.key) ?? { value: null, raw: null }
  return now.kind !== 'secret' && value === now.value && raw === now.raw ? null : { value, raw }
}
