import { type DataModelRoot, isSecretPath } from '../data-model.ts'
import type { Declaration, DesiredObject, DesiredValue, Problem } from './declaration.ts'
import { type DesiredSetting, settingId, type SettingName } from './setting.ts'

/** What a template declares, with variables to fill in: `{{outlet.name}}`, and `{{secret.<name>}}` for a whole value. */
export interface TemplateContent {
  /** Applies to any data model; older contents have none. */
  settings?: (SettingName & { value: string; ifAbsent: 'skip' | 'fail' })[] | undefined
  values: { path: string; value: string; type?: string | undefined }[]
  objects: {
    table: string
    key: { name: string; value: string }[]
    values: { name: string; value: string; type?: string | undefined }[]
    only: boolean
  }[]
  notifications: { path: string; level: number }[]
}

export interface AppliedTemplate {
  name: string
  content: TemplateContent
}

export interface Want {
  template: string
  value: string
}

/** One parameter or setting on which templates conflict. */
export interface Conflict {
  path: string
  wants: Want[]
}

export interface Resolved {
  /** Without settings: they are resolved against a gateway's tree (`expandSettings`). */
  declaration: Declaration
  settings: DesiredSetting[]
  /** Requesting templates, by path, by identity of an object's value, and by setting. */
  wants: ReadonlyMap<string, readonly Want[]>
  /** By index of its objects: the templates that declare each. */
  origins: number[][]
  conflicts: Conflict[]
  problems: Problem[]
}

const variable = /\{\{\s*([A-Za-z0-9._-]+)\s*\}\}/g
/** Stored by the company, or the password of the gateway's line. */
const secretName = /^\{\{\s*secret\.(line\.password|[a-z0-9][a-z0-9_-]{0,39})\s*\}\}$/

/** Identifies one instance regardless of its number: two templates that use it mean the same. */
export const objectId = ({ table, key }: { table: string; key: Readonly<Record<string, string>> }): string =>
  `${table}[${Object.entries(key)
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join(',')}]`

/** Number of entries in a template; `foreign`: those of the other data model (never settings). */
export function entriesOf(
  { settings = [], values, objects, notifications }: TemplateContent,
  root: DataModelRoot,
) {
  const paths = [
    ...[...values, ...notifications].map(({ path }) => path),
    ...objects.map(({ table }) => table),
  ]
  const entries = settings.length + paths.length
  return { entries, foreign: paths.filter((path) => !path.startsWith(root)).length }
}

/** Names of variables in a text. */
export const variablesIn = (text: string): string[] =>
  [...text.matchAll(variable)].map(([, name = '']) => name)

/** Name of the secret that a value refers to; null if none. */
export const secretIn = (value: string): string | null => secretName.exec(value)?.[1] ?? null

/**
 * The templates of a gateway as one declaration: variables filled in, entries of the other data model left
 * out. Templates have no precedence: conflicts are reported and left out of the declaration.
 */
export function resolveTemplates(
  templates: readonly AppliedTemplate[],
  known: {
    root: DataModelRoot
    variables: Readonly<Record<string, string>>
    secret: (name: string) => string | undefined
  },
): Resolved {
  const problems: Problem[] = []
  const filled = (path: string, text: string): string => {
    const name = secretIn(text)
    if (name !== null) {
      const value = known.secret(name)
      if (value === undefined) problems.push({ path, code: 'secret_missing', text: name })
      return value ?? ''
    }
    return text.replaceAll(variable, (_whole, found: string) => {
      const value = Object.hasOwn(known.variables, found) ? known.variables[found] : undefined
      if (value === undefined) problems.push({ path, code: 'variable_missing', text: found })
      return value ?? ''
    })
  }
  const mine = (path: string) => path.startsWith(known.root)
  const wants = new Map<string, Want[]>()
  const want = (path: string, template: string, value: string) => {
    const before = wants.get(path) ?? []
    wants.set(path, [...before, { template, value }])
  }
  const settings = new Map<string, DesiredSetting>()
  const values = new Map<string, DesiredValue>()
  const objects = new Map<
    string,
    { object: DesiredObject; values: Map<string, DesiredObject['values'][number]>; origins: number[] }
  >()
  const notifications = new Map<string, number>()

  for (const [origin, { name: template, content }] of templates.entries()) {
    for (const { section, which, field, value, ifAbsent } of content.settings ?? []) {
      const id = settingId({ section, which, field })
      const after = filled(id, value)
      want(id, template, after)
      // Required by one template means required for all.
      const needed = ifAbsent === 'fail' || settings.get(id)?.ifAbsent === 'fail'
      const secret = secretIn(value) !== null
      settings.set(id, { section, which, field, value: after, secret, ifAbsent: needed ? 'fail' : 'skip' })
    }
    for (const { path, value, type } of content.values.filter((one) => mine(one.path))) {
      const after = filled(path, value)
      want(path, template, after)
      values.set(path, { path, value: after, ...typed(type), ...hidden(path) })
    }
    for (const { table, key, values: below, only } of content.objects.filter((one) => mine(one.table))) {
      const keys = Object.fromEntries(key.map(({ name, value }) => [name, filled(table, value)]))
      const id = objectId({ table, key: keys })
      const before = objects.get(id)
      const object = { table, key: keys, values: [], only: only || before?.object.only === true }
      const merged = before?.values ?? new Map<string, DesiredObject['values'][number]>()
      for (const { name, value, type } of below) {
        const path = `${id}.${name}`
        const after = filled(`${table}${name}`, value)
        want(path, template, after)
        merged.set(name, { name, value: after, ...typed(type), ...hidden(`${table}1.${name}`) })
      }
      objects.set(id, { object, values: merged, origins: [...(before?.origins ?? []), origin] })
    }
    for (const { path, level } of content.notifications.filter((one) => mine(one.path))) {
      want(`${path} @`, template, String(level))
      notifications.set(path, level)
    }
  }
  const conflicts = [...wants]
    .filter(([, all]) => new Set(all.map(({ value }) => value)).size > 1)
    .map(([path, all]) => ({
      path,
      wants:
        isSecretPath(path) || settings.get(path)?.secret === true
          ? all.map(({ template }) => ({ template, value: '' }))
          : all,
    }))
  const open = (path: string) => !conflicts.some((conflict) => conflict.path === path)
  return {
    conflicts,
    problems,
    wants,
    settings: [...settings].filter(([id]) => open(id)).map(([, setting]) => setting),
    origins: [...objects.values()].map(({ origins }) => origins),
    declaration: {
      values: [...values.values()].filter(({ path }) => open(path)),
      objects: [...objects].map(([id, { object, values: below }]) => ({
        ...object,
        values: [...below.values()].filter(({ name }) => open(`${id}.${name}`)),
      })),
      notifications: [...notifications]
        .map(([path, level]) => ({ path, level }))
        .filter(({ path }) => open(`${path} @`)),
    },
  }
}

const typed = (type: string | undefined) => (type === undefined ? {} : { type })
const hidden = (path: string) => (isSecretPath(path) ? { secret: true } : {})
