import { type Asked, askedIn, fieldsOf, removable, textsOf, valuesOf } from './add-form.ts'
import { bindAll, type FieldSpec, textOfField } from './field.ts'
import { nameOfPath } from './interfaces.ts'
import type { AddForm, Area, Instance, Term } from './terms.ts'
import type { GatewayTree } from './tree.ts'

const specs: readonly FieldSpec[] = [
  { key: 'username', kind: 'text', names: ['Username', 'UserName'], maxLength: 64 },
  { key: 'password', kind: 'secret', names: ['Password', 'ConfigPassword'], maxLength: 64 },
  { key: 'enabled', kind: 'flag', names: ['Enable'] },
  { key: 'remoteAccess', kind: 'flag', names: ['RemoteAccessCapable'] },
]

/**
 * Sign-in accounts of the gateway itself. TR-181 Users.User.{i}; TR-098 has User.{i} from TR-157 and the
 * single password of LANConfigSecurity. Also common in China: Huawei's web accounts, and the carrier's own
 * account (X_CT-COM_TeleComAccount).
 */
const objects: Record<GatewayTree['root'], { tables: readonly string[]; single: readonly string[] }> = {
  'Device.': { tables: ['Users.User.'], single: [] },
  'InternetGatewayDevice.': {
    tables: ['User.', 'UserInterface.X_HW_WebUserInfo.'],
    single: ['LANConfigSecurity.', 'DeviceInfo.X_CT-COM_TeleComAccount.'],
  },
}

export const accounts: Area = {
  section: 'account',
  paths: {
    'Device.': objects['Device.'].tables,
    'InternetGatewayDevice.': [
      ...objects['InternetGatewayDevice.'].tables,
      ...objects['InternetGatewayDevice.'].single,
    ],
  },
}

export function accountInstances(tree: GatewayTree): Instance[] {
  const { tables, single } = objects[tree.root]
  const rows = tables.flatMap((table) => tree.instances(table))
  return [...rows, ...single.map((path) => tree.absolute(path))].flatMap((path) => {
    const fields = bindAll(tree, path, specs)
    const label = textOfField(fields, 'username') || nameOfPath(path)
    // Without the last one, on-site sign-in is impossible.
    const remove = rows.length > 1 && rows.includes(path) ? removable(tree, [path]) : null
    return fields.length === 0 ? [] : [{ path, label, inUse: false, fields, remove }]
  })
}

const required: readonly Term[] = ['username', 'password']
const asked: readonly Asked[] = specs.map((spec) => ({
  spec,
  required: required.includes(spec.key),
  rare: spec.key === 'remoteAccess',
  ...(spec.key === 'enabled' && { initial: true }),
}))

export function accountAddForm(tree: GatewayTree): AddForm | null {
  const table = objects[tree.root].tables
    .map((one) => tree.absolute(one))
    .find((one) => tree.mayAdd(one) === true)
  if (table === undefined) return null
  const own = askedIn(tree, table, asked)
  return {
    table,
    fields: fieldsOf(own),
    objects(given) {
      const { texts, wrong } = textsOf(own, given)
      const username = texts.get('username')
      if (accountInstances(tree).some(({ fields }) => textOfField(fields, 'username') === username)) {
        wrong.set('username', 'taken')
      }
      if (wrong.size > 0) return { wrong }
      const values = valuesOf(own, texts)
      const key = values.filter(({ field }) => field === 'username').map(({ name }) => name)
      return { objects: [{ table, key, values, refers: null }] }
    },
  }
}
