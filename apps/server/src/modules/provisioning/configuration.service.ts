import type { InputOf, OutputOf, provisioningApi } from '@netward/contract'
import { compare, faultPhraseKey, resolveTemplates } from '@netward/cwmp'
import type { PhraseKey } from '@netward/phrases/server'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { inDeviceCompany, lookInto, movableDevice } from '../devices/index.ts'
import { configurationRepo } from './configuration.repo.ts'
import { differenceOf, toRead } from './known-values.ts'

export async function getConfiguration(
  ctx: RequestContext,
  { deviceId }: InputOf<typeof provisioningApi.getConfiguration>,
): Promise<OutputOf<typeof provisioningApi.getConfiguration>> {
  const owner = await configurationRepo.findOwner(ctx, deviceId)
  if (!owner) throw new AppError('device.not_found')
  await lookInto(ctx, owner, 'DMS_SERVER_DEVICE_VIEW')
  const device = await configurationRepo.find(ctx, deviceId)
  if (!device) throw new AppError('device.not_found')
  const { templates, root, variables } = device
  const { declaration, conflicts } = resolveTemplates(templates, {
    root: root ?? 'Device.',
    variables,
    // Whether a secret differs is unknowable: what it is plays no part.
    secret: () => '',
  })
  const { paths, tables } = toRead(declaration)
  const known = (await configurationRepo.known(ctx, [deviceId], paths, tables)).get(deviceId) ?? new Map()
  const { differences, unknowable } = compare(declaration, known)
  return {
    templates: templates.map(({ name, version }) => ({ name, version })),
    state: device.state,
    checkedAt: device.checked_at,
    appliedAt: device.applied_at,
    driftedSince: device.drifted_since,
    differences: differences.map(differenceOf),
    problems: (device.problems ?? []).map(({ path, code, text }) => ({
      path,
      code,
      text: ctx.phrase(`faults.${faultPhraseKey(code)}` as PhraseKey),
      detail: text,
    })),
    conflicts,
    unknowable,
  }
}

export function provisionDevice(
  ctx: SeveralTransactions,
  { deviceId, check }: InputOf<typeof provisioningApi.provisionDevice>,
): Promise<null> {
  return inDeviceCompany(ctx, deviceId, async (inside) => {
    await movableDevice(inside, deviceId, 'setParameters')
    if (!(await configurationRepo.queue(inside, deviceId, check))) throw new AppError('template.none_applies')
    await inside.emit('command.changed', deviceId, {})
    await inside.audit({
      action: 'device.provisioned',
      subjectKind: 'device',
      subjectId: deviceId,
      detail: { check },
    })
    return null
  })
}
