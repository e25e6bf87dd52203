import type { gatewaySettingApi, InputOf } from '@netward/contract'
import { isDangerousPath, isSecretPath } from '@netward/cwmp'
import { AppError } from '../../platform/errors.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import {
  callIn,
  type CommandRequests,
  ownedDevice,
  movableDevice,
  noteCommand,
  queueCommand,
  sealValues,
} from '../devices/index.ts'
import { type Change, planChange } from './change-plan.ts'
import { knownGateway } from './known-gateway.ts'

/** One atomic command; what it added and changed is read afterwards. */
export function changeSettings(
  ctx: SeveralTransactions,
  input: InputOf<typeof gatewaySettingApi.changeGatewaySettings>,
  secrets: Secrets,
): Promise<{ commandId: string }> {
  const { deviceId, orderId, reason } = input
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const device = await movableDevice(inside, deviceId, 'setParameters')
    const sections = [
      ...input.set.map(({ section }) => section),
      ...input.add.map(({ section }) => section),
      ...(input.remove === undefined ? [] : [input.remove.section]),
    ]
    const known = await knownGateway(inside, deviceId, [...new Set(sections)])
    if (known === null) throw new AppError('gateway_settings.model_unknown')
    const planned = planChange(known, input, (key, params) => inside.phrase(key, params))
    const { change } = planned
    const fields = [...planned.wrong]
    if (fields.length === 0 && !input.confirmed && touched(change).some(isDangerousPath)) {
      fields.push({ field: 'confirmed', message: inside.phrase('devices.parameter.confirm') })
    }
    if (fields.length > 0) throw new AppError('request.invalid', { data: { fields } })

    const { request, hidden } = split(change)
    const commandId = await queueCommand(
      inside,
      device,
      'change_settings',
      request,
      sealValues(secrets, deviceId, hidden),
    )
    await noteCommand(inside, device, { orderId, reason, commandId, kind: 'change_settings' })
    const tables = [...new Set([...change.objects.map(({ table }) => table), ...change.absent.map(tableOf)])]
    if (tables.length > 0) await queueCommand(inside, device, 'get_parameter_values', { paths: tables })
    await callIn(inside, deviceId)
    await inside.audit({
      action: 'device.settings_changed',
      subjectKind: 'device',
      subjectId: deviceId,
      detail: {
        commandId,
        changes: change.asked.map(({ act, section, label }) => ({ act, section, label })),
        values: audited(change),
      },
    })
    return { commandId }
  })
}

const tableOf = (instance: string) => instance.replace(/\d+\.$/, '')

const touched = ({ values, objects, absent }: Change) => [
  ...values.map(({ path }) => path),
  ...objects.map(({ table }) => table),
  ...absent,
]

/** Secret values are removed from the request and sealed under the name that refers to them. */
function split({ asked, values, objects, absent }: Change): {
  request: CommandRequests['change_settings']
  hidden: { path: string; value: string }[]
} {
  const hidden: { path: string; value: string }[] = []
  const open = (path: string, mark: string, value: string) => {
    if (!isSecretPath(path)) return { value }
    hidden.push({ path: mark, value })
    return {}
  }
  const request = {
    asked: asked.map(({ act, section, instance, label, fields }) => ({
      act,
      section,
      instance,
      label,
      fields,
    })),
    values: values.map(({ path, value, type, again }) => ({
      path,
      type,
      ...(again && { again: true as const }),
      ...open(path, path, value),
    })),
    objects: objects.map(({ section, instance, table, key, values: below, refers }, index) => ({
      section,
      instance,
      table,
      key,
      values: below.map(({ name, value, type, field }) => ({
        name,
        type,
        field,
        ...open(table + name, `${index}.${name}`, value),
      })),
      refers,
    })),
    absent,
  }
  return { request, hidden }
}

function audited({ values, objects, absent }: Change) {
  return [
    ...values.map(({ path, value, before }) =>
      isSecretPath(path) ? { path, secret: true } : { path, before, after: value },
    ),
    ...objects.flatMap(({ table, values: below }) =>
      below.map(({ name, value }) =>
        isSecretPath(table + name)
          ? { path: table + name, secret: true }
          : { path: table + name, before: null, after: value },
      ),
    ),
    ...absent.map((path) => ({ path, removed: true })),
  ]
}
