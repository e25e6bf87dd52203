import type { FieldError, gatewaySettingApi, InputOf } from '@netward/contract'
import {
  addFormOf,
  type GatewayTree,
  type Instance,
  type NewObject,
  readSection,
  type Term,
  type Write,
} from '@netward/cwmp'
import type { PhraseKey } from '@netward/phrases/server'
import type { RequestContext } from '../../platform/http/context.ts'
import type { CommandRequests } from '../devices/index.ts'
import type { KnownGateway } from './known-gateway.ts'
import { refusalWords } from './refusal-words.ts'

type Input = InputOf<typeof gatewaySettingApi.changeGatewaySettings>
type Section = Input['set'][number]['section']

/** The requested change in the gateway's own parameters. */
export interface Change {
  asked: CommandRequests['change_settings']['asked']
  values: (Write & { before: string | null; again: boolean })[]
  /** `instance`: its parent row; null for a new top-level object. */
  objects: (NewObject & { section: Section; instance: string | null })[]
  absent: string[]
}

interface Plan {
  tree: GatewayTree
  later: KnownGateway['later']
  change: Change
  readonly refuse: (field: string, key: PhraseKey, params?: Record<string, number>) => void
  readonly instances: (section: Section) => Instance[]
}

/** Pure, no database: compares the request with the gateway's known state. Each invalid field is named. */
export function planChange(
  { tree, later }: KnownGateway,
  { set, add, remove }: Pick<Input, 'set' | 'add' | 'remove'>,
  phrase: RequestContext['phrase'],
): { change: Change; wrong: FieldError[] } {
  const wrong: FieldError[] = []
  const plan: Plan = {
    tree,
    later,
    change: { asked: [], values: [], objects: [], absent: [] },
    refuse: (field, key, params) => void wrong.push({ field, message: phrase(key, params) }),
    instances: instancesBySection(tree),
  }
  for (const [index, one] of set.entries()) setField(plan, `set.${index}`, one)
  for (const [index, one] of add.entries()) addObjects(plan, `add.${index}`, one)
  if (remove !== undefined) removeInstance(plan, remove)
  return { change: plan.change, wrong }
}

function setField(
  { tree, later, change, refuse, instances }: Plan,
  at: string,
  one: Input['set'][number],
): void {
  const instance = instances(one.section).find(({ path }) => path === one.instance)
  const field = instance?.fields.find(({ key }) => key === one.field)
  if (instance === undefined) return refuse(`${at}.instance`, 'devices.parameter.unknownSetting')
  if (field === undefined) return refuse(`${at}.field`, 'devices.parameter.unknownSetting')
  const written = field.write(one.value)
  if ('refusal' in written) {
    const { key, params } = refusalWords(written.refusal, field)
    return refuse(`${at}.value`, key, params)
  }
  if (written.writes.some((write) => isContradicted(change, write))) {
    return refuse(`${at}.value`, 'devices.parameter.repeated')
  }
  note(change, instance, one)
  for (const write of written.writes) {
    if (change.values.some(({ path }) => path === write.path)) continue
    const known = tree.find(write.path)
    change.values.push({
      ...write,
      before: known === undefined || write.secret ? null : known.value,
      // Also when reverting to the value still in force: otherwise the pending one would apply at the
      // restart.
      again: later?.paths.has(write.path) ?? false,
    })
  }
  for (const object of written.objects ?? []) {
    change.objects.push({ ...object, section: one.section, instance: instance.path })
  }
  change.absent.push(...(written.absent ?? []))
}

function addObjects(
  { tree, change, refuse }: Plan,
  at: string,
  { section, values }: Input['add'][number],
): void {
  const form = addFormOf(tree, section)
  if (form === null) return refuse(`${at}.section`, 'devices.parameter.fixedObject')
  const given = new Map(values.map(({ field, value }) => [field, value]))
  for (const field of given.keys()) {
    if (!form.fields.some(({ key }) => key === field)) {
      refuse(`${at}.${field}`, 'devices.parameter.unknownSetting')
    }
  }
  const added = form.objects(given)
  if ('wrong' in added) {
    for (const [field, refusal] of added.wrong) {
      const { key, params } = refusalWords(
        refusal,
        form.fields.find((one) => one.key === field),
      )
      refuse(`${at}.${field}`, key, params)
    }
    return
  }
  const before = change.objects.length
  change.asked.push({ act: 'add', section, instance: null, label: '', fields: [...given.keys()] })
  for (const { refers, ...object } of added.objects) {
    const to = refers === null ? null : { ...refers, object: refers.object + before }
    change.objects.push({ ...object, section, instance: null, refers: to })
  }
}

function removeInstance(
  { change, refuse, instances }: Plan,
  { section, instance: wanted }: NonNullable<Input['remove']>,
): void {
  const instance = instances(section).find(({ path }) => path === wanted)
  if (instance === undefined) return refuse('remove.instance', 'devices.parameter.unknownSetting')
  if (instance.remove === null) return refuse('remove.instance', 'devices.parameter.fixedObject')
  const { path, label } = instance
  change.asked.push({ act: 'remove', section, instance: path, label, fields: [] })
  change.absent.push(...instance.remove)
}

function instancesBySection(tree: GatewayTree): (section: Section) => Instance[] {
  const read = new Map<Section, Instance[]>()
  return (section) => {
    const found = read.get(section) ?? readSection(tree, section)
    read.set(section, found)
    return found
  }
}

const isContradicted = ({ values }: Change, { path, value }: Write) =>
  values.some((other) => other.path === path && other.value !== value)

function note(
  change: Change,
  { path, label }: Instance,
  { section, field }: { section: Section; field: Term },
): void {
  const before = change.asked.find((one) => one.act === 'set' && one.instance === path)
  if (before === undefined) change.asked.push({ act: 'set', section, instance: path, label, fields: [field] })
  else before.fields.push(field)
}
