import {
  type Declaration,
  type DesiredObject,
  type DesiredSetting,
  isSecretPath,
  type Problem,
  type ProvisionRun,
  settingId,
  startProvision,
} from '@netward/cwmp'
import type { Secrets } from '../../platform/secrets.ts'
import type { QueuedCommand } from './acs-rows.ts'
import { commandSecretContext, hiddenValues } from './commands.ts'
import { parameterKeyOf } from './parameter-key.ts'

type Asked = Record<string, unknown>

/**
 * One change of settings as a run: its content is `change_settings` of modules/devices/command-request.ts,
 * the only writer. A change that cannot be carried out whole is not started.
 */
export function changePlanOf(
  row: QueuedCommand,
  { deviceId, secrets, mayCarrySecrets }: { deviceId: string; secrets: Secrets; mayCarrySecrets: boolean },
): { run: ProvisionRun; revision: string } {
  const revision = parameterKeyOf(secrets, deviceId, row.id)
  const declaration = declarationOf(row, deviceId, secrets)
  const run = startProvision(declaration ?? nothing, { revision, renew: true })
  const problem = problemOf(declaration, mayCarrySecrets)
  return { revision, run: problem === null ? run : { ...run, phase: 'over', problems: [problem] } }
}

const nothing: Declaration = { values: [], objects: [], notifications: [] }

function problemOf(declaration: Declaration | null, mayCarrySecrets: boolean): Problem | null {
  if (declaration === null) return { path: '', code: 'cannot_be_sent', text: '' }
  return mayCarrySecrets ? null : withheldSecret(declaration)
}

/** The first secret of a declaration, withheld from an unencrypted connection; null without one. */
export function withheldSecret(
  declaration: Declaration,
  settings: readonly DesiredSetting[] = [],
): Problem | null {
  const setting = settings.find((one) => one.secret)
  const secret =
    (setting && settingId(setting)) ??
    declaration.values.find((value) => value.secret)?.path ??
    declaration.objects.flatMap(({ table, values }) =>
      values.filter((value) => value.secret).map(({ name }) => table + name),
    )[0]
  return secret === undefined ? null : { path: secret, code: 'secret_withheld', text: '' }
}

/** Null when a secret cannot be opened, or the row does not fit its kind. */
function declarationOf(row: QueuedCommand, deviceId: string, secrets: Secrets): Declaration | null {
  try {
    const hidden =
      row.secret === null ? {} : hiddenValues(row.secret, commandSecretContext(deviceId), secrets)
    const { values, objects, absent } = row.request as { values: Asked[]; objects: Asked[]; absent: string[] }
    return {
      values: values.map((value) => ({
        path: String(value['path']),
        value: textOf(value['value'] ?? hidden[String(value['path'])]),
        type: String(value['type']),
        secret: isSecretPath(String(value['path'])),
        ...(value['again'] === true && { again: true }),
      })),
      objects: objects.map((object, index) => objectOf(object, `${index}.`, hidden)),
      notifications: [],
      absent,
    }
  } catch {
    return null
  }
}

function objectOf(object: Asked, mark: string, hidden: Record<string, unknown>): DesiredObject {
  const table = String(object['table'])
  const keys = object['key'] as string[]
  const values = (object['values'] as Asked[]).map((value) => {
    const name = String(value['name'])
    return {
      name,
      value: textOf(value['value'] ?? hidden[mark + name]),
      type: String(value['type']),
      secret: isSecretPath(table + name),
    }
  })
  const refers = object['refers'] as DesiredObject['refers'] | null
  return {
    table,
    key: Object.fromEntries(
      values.filter(({ name }) => keys.includes(name)).map(({ name, value }) => [name, value]),
    ),
    values: values.filter(({ name }) => !keys.includes(name)),
    ...(refers === null || refers === undefined ? {} : { refers }),
  }
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new Error('no value')
  return value
}
