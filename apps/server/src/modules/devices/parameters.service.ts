import type { deviceParameterApi, FieldError, InputOf, OutputOf } from '@netward/contract'
import { isDangerousPath, isSecretPath } from '@netward/cwmp'
import type { PhraseKey } from '@netward/phrases/server'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { movableDevice, noteCommand, queueCommand } from './command-queueing.ts'
import { type CommandRequests, sealValues } from './command-request.ts'
import { commandRepo } from './command.repo.ts'
import { deviceRepo } from './device.repo.ts'
import { ownedDevice } from './owned-device.ts'
import { lookInto } from '../../platform/db/look-into.ts'
import { parameterRepo, type ParameterRow } from './parameter.repo.ts'
import { fitsType } from './parameter-value.ts'
import { pendingRestart } from './pending-restart.ts'

export async function pageParameters(
  ctx: RequestContext,
  { deviceId, parent, search, page, pageSize }: InputOf<typeof deviceParameterApi.pageParameters>,
): Promise<OutputOf<typeof deviceParameterApi.pageParameters>> {
  const device = await deviceRepo.findSubject(ctx, deviceId)
  if (!device) throw new AppError('device.not_found')
  await lookInto(ctx, device, 'DMS_SERVER_DEVICE_VIEW')
  const offset = (page - 1) * pageSize
  const { items, total } =
    search !== undefined && search !== ''
      ? await parameterRepo.search(ctx, deviceId, search, pageSize, offset)
      : await parameterRepo.children(ctx, deviceId, asObject(parent ?? ''), pageSize, offset)
  return {
    items: items.map((row) => ({
      path: row.path,
      value: row.value,
      type: row.type,
      writable: row.writable,
      isObject: row.is_object,
      readAt: row.read_at,
      notification: row.notification,
      later: pendingRestart(row),
    })),
    total,
    totalCapped: false,
  }
}

const asObject = (path: string) => (path === '' || path.endsWith('.') ? path : `${path}.`)

/** Names before values, so that the object and writability of each value are already known. */
export function readParameters(
  ctx: SeveralTransactions,
  { deviceId, paths }: InputOf<typeof deviceParameterApi.readParameters>,
): Promise<{ commandId: string }> {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const device = await movableDevice(inside, deviceId, 'readParameters')
    const wanted = outermost(paths)
    const known = new Map(
      (await parameterRepo.findAll(inside, deviceId, wanted)).map((row) => [row.path, row]),
    )
    const names = wanted.filter((path) => path.endsWith('.') || (known.get(path)?.writable ?? null) === null)
    for (const path of names) {
      await queueCommand(inside, device, 'get_parameter_names', { path, nextLevel: false })
    }
    const commandId = await queueCommand(inside, device, 'get_parameter_values', { paths: wanted })
    await commandRepo.enqueueConnect(inside, [deviceId])
    await inside.audit({
      action: 'device.parameters_read',
      subjectKind: 'device',
      subjectId: deviceId,
      detail: { commandId, paths: wanted },
    })
    return { commandId }
  })
}

/** Without duplicates, and without paths covered by a partial path. */
export function outermost(paths: readonly string[]): string[] {
  const distinct = [...new Set(paths)]
  return distinct.filter(
    (path) => !distinct.some((other) => other !== path && other.endsWith('.') && path.startsWith(other)),
  )
}

type Wanted = InputOf<typeof deviceParameterApi.setParameters>['values'][number]

export function setParameters(
  ctx: SeveralTransactions,
  { deviceId, values, confirmed, orderId, reason }: InputOf<typeof deviceParameterApi.setParameters>,
  secrets: Secrets,
): Promise<{ commandId: string }> {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const device = await movableDevice(inside, deviceId, 'setParameters')
    const paths = values.map(({ path }) => path)
    const known = new Map(
      (await parameterRepo.findAll(inside, deviceId, paths)).map((row) => [row.path, row]),
    )
    const fields = wrongFields(inside, values, known, confirmed)
    if (fields.length > 0) throw new AppError('request.invalid', { data: { fields } })

    const typed = values.map(({ path, value, type }) => ({
      path,
      value,
      type: type ?? known.get(path)?.type ?? null,
    }))
    const request: CommandRequests['set_parameter_values'] = {
      values: typed.map(({ path, value, type }) => ({
        path,
        ...(isSecretPath(path) ? {} : { value }),
        ...(type === null ? {} : { type }),
      })),
      parameterKey: '',
    }
    const secret = sealValues(
      secrets,
      deviceId,
      typed.filter(({ path }) => isSecretPath(path)),
    )
    const commandId = await queueCommand(inside, device, 'set_parameter_values', request, secret)
    await noteCommand(inside, device, { orderId, reason, commandId, kind: 'set_parameter_values' })
    await commandRepo.enqueueConnect(inside, [deviceId])
    await inside.audit({
      action: 'device.parameters_set',
      subjectKind: 'device',
      subjectId: deviceId,
      detail: {
        commandId,
        values: typed.map(({ path, value }) =>
          isSecretPath(path)
            ? { path, secret: true }
            : { path, before: known.get(path)?.value ?? null, after: value },
        ),
      },
    })
    return { commandId }
  })
}

/**
 * ACS address and credentials: managed by the ACS alone. Manual changes would lock the gateway out or send it
 * to another server.
 */
export const managedPath = /\.ManagementServer\.(?:URL|(?:ConnectionRequest)?(?:Username|Password))$/

function wrongFields(
  ctx: RequestContext,
  values: readonly Wanted[],
  known: ReadonlyMap<string, ParameterRow>,
  confirmed: boolean,
): FieldError[] {
  const fields: FieldError[] = []
  const wrong = (field: string, key: PhraseKey) => fields.push({ field, message: ctx.phrase(key) })
  for (const [index, { path, value, type }] of values.entries()) {
    const parameter = known.get(path)
    if (path.endsWith('.') || path.includes('{') || parameter?.is_object === true) {
      wrong(`values.${index}.path`, 'devices.parameter.notAValue')
    } else if (values.findIndex((other) => other.path === path) !== index) {
      wrong(`values.${index}.path`, 'devices.parameter.repeated')
    } else if (managedPath.test(path)) {
      wrong(`values.${index}.path`, 'devices.parameter.managed')
    } else if (parameter?.writable === false) {
      wrong(`values.${index}.path`, 'devices.parameter.readOnly')
    } else if (!fitsType(value, type ?? parameter?.type ?? null)) {
      wrong(`values.${index}.value`, 'devices.parameter.wrongType')
    }
  }
  if (!confirmed && values.some(({ path }) => isDangerousPath(path))) {
    wrong('confirmed', 'devices.parameter.confirm')
  }
  return fields
}
