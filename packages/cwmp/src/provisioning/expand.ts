import { encode, type FieldSpec, textOfField, valueOfField } from '../vocabulary/field.ts'
import type { Field, Instance, NewObject, Refusal, TermValue, Written } from '../vocabulary/terms.ts'
import type { GatewayTree } from '../vocabulary/tree.ts'
import { readSection } from '../vocabulary/vocabulary.ts'
import type { Declaration, DesiredObject, DesiredValue, Problem } from './declaration.ts'
import { instanceOf, resolvePath } from './instances.ts'
import { type Conflict, objectId, type Want } from './resolve.ts'
import { sameValue } from './same-value.ts'
import { type DesiredSetting, settingId, type SettingName } from './setting.ts'

/** Why a gateway lacks a setting: missing, read-only, or an unsupported value. */
export type AbsentCode = 'setting_absent' | 'setting_fixed' | 'setting_value'

export interface Expanded {
  /** Includes the settings resolved for this gateway. */
  declaration: Declaration
  conflicts: Conflict[]
  problems: Problem[]
  /** Optional settings that the gateway lacks. */
  absent: { setting: SettingName; code: AbsentCode }[]
}

type Found = Exclude<Written, { refusal: Refusal }>
type Said = DesiredValue & { setting: string }

/**
 * Resolves settings for this gateway: a field that was read determines how it is written. `wants`: requesting
 * templates by path and by setting. Conflicts on one parameter are reported and left out of the declaration.
 */
export function expandSettings(
  declaration: Declaration,
  settings: readonly DesiredSetting[],
  wants: ReadonlyMap<string, readonly Want[]>,
  tree: GatewayTree,
): Expanded {
  const problems: Problem[] = []
  const absent: Expanded['absent'] = []
  const writes = new Map<string, Said[]>()
  const objects = new Map<string, DesiredObject>()
  const gone = new Set<string>()
  const instancesOf = instancesBySection(tree)
  for (const setting of settings) {
    const id = settingId(setting)
    const found = writesOf(setting, chosen(instancesOf(setting.section), setting))
    if ('code' in found) {
      const { code, lacking } = found
      if (lacking && setting.ifAbsent === 'skip') absent.push({ setting: nameOf(setting), code })
      else problems.push({ path: id, code, text: setting.secret ? '' : setting.value })
      continue
    }
    for (const { writes: some, objects: more = [], absent: less = [] } of found) {
      for (const { path, value, type, secret } of some) {
        const one = { path, value, type, ...(secret && { secret }), setting: id }
        writes.set(path, [...(writes.get(path) ?? []), one])
      }
      for (const object of more.map(rowOf)) objects.set(objectId(object), object)
      for (const path of less) gone.add(path)
    }
  }
  const { values, conflicts } = settled(writes, plainWants(declaration, tree), wants)
  const contradicted = new Set(conflicts.map(({ path }) => path))
  const isOpen = (path: string) => !contradicted.has(resolvePath(tree.parameters, path) ?? path)
  return {
    declaration: {
      ...declaration,
      values: [...declaration.values.filter(({ path }) => isOpen(path)), ...values],
      objects: [...declaration.objects, ...objects.values()],
      ...(gone.size > 0 && { absent: [...(declaration.absent ?? []), ...gone] }),
    },
    conflicts,
    problems,
    absent,
  }
}

function instancesBySection(tree: GatewayTree): (section: DesiredSetting['section']) => Instance[] {
  const sections = new Map<string, Instance[]>()
  return (section) => {
    const read = sections.get(section) ?? readSection(tree, section)
    sections.set(section, read)
    return read
  }
}

/** A row of a list that the gateway keeps as a table. */
function rowOf({ table, key, values }: NewObject): DesiredObject {
  const [own, others] = [true, false].map((isKey) =>
    values.filter(({ name }) => key.includes(name) === isKey),
  ) as [typeof values, typeof values]
  return {
    table,
    key: Object.fromEntries(own.map(({ name, value }) => [name, value])),
    values: others,
  }
}

/** The desired value of each parameter once, if all templates agree. */
function settled(
  writes: ReadonlyMap<string, Said[]>,
  plain: ReadonlyMap<string, { value: string; said: string }>,
  wants: ReadonlyMap<string, readonly Want[]>,
): { values: DesiredValue[]; conflicts: Conflict[] } {
  const values: DesiredValue[] = []
  const conflicts: Conflict[] = []
  for (const [path, all] of writes) {
    const first = all[0]!
    const other = plain.get(path)
    const same = (value: string) => sameValue({ path, type: first.type ?? null }, value, first.value)
    if (all.every(({ value }) => same(value)) && (other === undefined || same(other.value))) {
      // Already present if also declared by path.
      if (other === undefined) values.push(first)
      continue
    }
    const said = [
      ...(other === undefined ? [] : [{ id: other.said, value: other.value }]),
      ...all.map(({ setting, value }) => ({ id: setting, value })),
    ]
    conflicts.push({
      path,
      wants: said.flatMap(({ id, value }) =>
        (wants.get(id) ?? []).map(({ template }) => ({
          template,
          value: first.secret === true ? '' : value,
        })),
      ),
    })
  }
  return { values, conflicts }
}

const nameOf = ({ section, which, field }: DesiredSetting): SettingName => ({ section, which, field })

const byNumber = new Intl.Collator('en', { numeric: true })

function chosen(all: readonly Instance[], { which }: DesiredSetting): Instance[] {
  switch (which.by) {
    case 'in_use':
      // The vocabulary comes first, even while disconnected.
      return all.slice(0, 1)
    case 'username':
      return all.filter(({ fields }) => textOfField(fields, 'username') === which.username).slice(0, 1)
    case 'all':
    case 'place': {
      const { band } = which
      const those = all
        .filter(({ fields }) => band === undefined || valueOfField(fields, 'band') === band)
        // Whichever of several lines is active.
        .toSorted((one, other) => byNumber.compare(one.path, other.path))
      return which.by === 'all' ? those : those.slice(which.place - 1, which.place)
    }
  }
}

/** Each instance that has the field; `lacking`: those that other gateways may have. */
function writesOf(
  { field: key, value, secret }: DesiredSetting,
  instances: readonly Instance[],
): Found[] | { code: AbsentCode; lacking: boolean } {
  const fields = instances.flatMap(({ fields: all }) => all.find((field) => field.key === key) ?? [])
  if (fields.length === 0) return { code: 'setting_absent', lacking: true }
  const isWithheld = secret && value === ''
  const outcomes = fields.map((field) => (isWithheld ? unsaid(field) : written(field, value)))
  const wrong = outcomes.flatMap((one) => ('refusal' in one ? [one.refusal] : []))
  const hard = wrong.find((refusal) => refusal !== 'read_only' && refusal !== 'not_offered')
  if (hard !== undefined) return { code: 'setting_value', lacking: false }
  const found = outcomes.flatMap((one) => ('refusal' in one ? [] : [one]))
  if (found.length > 0) return found
  return { code: wrong.includes('not_offered') ? 'setting_value' : 'setting_fixed', lacking: true }
}

function written(field: Field, text: string): Written {
  const value = valueIn(field.kind, text)
  if (value === null) return { refusal: 'wrong_type' }
  const outcome = field.write(value)
  if ('refusal' in outcome) return outcome
  // Management access is never a setting, whatever its references name.
  const managed = outcome.writes.some(({ path }) => path.includes('.ManagementServer.'))
  return managed ? { refusal: 'read_only' } : outcome
}

/** Stands for a secret whose value does not matter: any gateway accepts it. */
const standIn = 'withheld'

function unsaid(field: Field): Written {
  const outcome = written(field, standIn)
  if ('refusal' in outcome) return outcome
  return { ...outcome, writes: outcome.writes.map((write) => ({ ...write, value: '' })) }
}

/** A template text parsed as a kind of field; null if invalid. */
function valueIn(kind: Field['kind'], text: string): TermValue | null {
  if (kind === 'number') return /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : null
  if (kind !== 'flag') return text
  return text === 'true' ? true : text === 'false' ? false : null
}

/** Why a text is invalid for such a field on any gateway; null if valid. */
export function refusalOf(
  field: Omit<FieldSpec, 'key' | 'names' | 'words'> & { choices?: readonly string[] },
  text: string,
): Refusal | null {
  const { choices = [], ...spec } = field
  const value = valueIn(spec.kind, text)
  if (value === null) return 'wrong_type'
  const words = Object.fromEntries(choices.map((term) => [term, [term]]))
  const encoded = encode({ ...spec, key: 'name', names: [], words }, value)
  return 'refusal' in encoded ? encoded.refusal : null
}

/** Paths and objects of templates, by the parameter that they resolve to on this gateway. */
function plainWants({ values, objects }: Declaration, tree: GatewayTree) {
  const plain = new Map<string, { value: string; said: string }>()
  for (const { path, value } of values) {
    const resolved = resolvePath(tree.parameters, path)
    if (resolved !== null) plain.set(resolved, { value, said: path })
  }
  for (const object of objects) {
    const instance = instanceOf(tree.parameters, object)
    if (instance === undefined) continue
    for (const { name, value } of object.values) {
      plain.set(instance + name, { value, said: `${objectId(object)}.${name}` })
    }
  }
  return plain
}
