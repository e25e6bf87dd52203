import type { InputOf, OutputOf, provisioningApi } from '@netward/contract'
import { compare, entriesOf, resolveTemplates, settingId } from '@netward/cwmp'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import {
  ownedDevice,
  lookInto,
  movableDevice,
  noteCommand,
  shownPath,
  shownSetting,
  wordedFault,
} from '../devices/index.ts'
import { configurationRepo } from './configuration.repo.ts'
import { differenceOf, toRead } from './known-values.ts'
import { openable } from './outlet-templates.service.ts'
import { troubleRepo } from './trouble.repo.ts'
import { settingBranches, wholeDeclaration } from './whole-declaration.ts'
import { wordedParameters } from './worded-parameters.ts'

export async function getConfiguration(
  ctx: RequestContext,
  { deviceId }: InputOf<typeof provisioningApi.getConfiguration>,
): Promise<OutputOf<typeof provisioningApi.getConfiguration>> {
  const found = await configurationRepo.findOwner(ctx, deviceId)
  if (!found) throw new AppError('device.not_found')
  await lookInto(ctx, found, 'DMS_SERVER_DEVICE_VIEW')
  const device = await configurationRepo.find(ctx, deviceId)
  if (!device) throw new AppError('device.not_found')
  const { templates, root, variables } = device
  const named = templates.map(({ name, owner, content }) => ({
    // As the session names it: templates of one name are distinguished by owner.
    name: owner === null ? name : `${name} (${owner})`,
    content,
  }))
  const resolved = resolveTemplates(named, {
    root: root ?? 'Device.',
    variables,
    // Whether a secret differs is unknowable: its value is ignored.
    secret: () => '',
  })
  const { settings } = resolved
  const trees =
    settings.length > 0 ? await configurationRepo.trees(ctx, [device], settingBranches(settings)) : null
  const isCompared = device.state !== null
  const { declaration, conflicts, absent } = wholeDeclaration(resolved, trees?.get(deviceId), isCompared)
  const { paths, tables } = toRead(declaration)
  const known = (await configurationRepo.known(ctx, [deviceId], paths, tables)).get(deviceId) ?? new Map()
  const { differences, unknowable } = compare(declaration, known)
  const opensOf = await openable(
    ctx,
    templates.map(({ id }) => id),
  )
  return {
    templates: templates.map(({ id, name, version, owner, content }) => ({
      id,
      opens: opensOf(id),
      name,
      version,
      ownerName: owner,
      ...entriesOf(content, root ?? 'Device.'),
    })),
    root,
    foreignKey:
      device.foreign_key === null || device.foreign_key_at === null
        ? null
        : { key: device.foreign_key, since: device.foreign_key_at },
    state: device.state,
    waits: device.waits,
    checkedAt: device.checked_at,
    appliedAt: device.applied_at,
    driftedSince: device.drifted_since,
    differences: differences.map(differenceOf),
    problems: (device.problems ?? []).map((problem) => ({
      ...shownPath(problem.path),
      code: problem.code,
      ...wordedFault(ctx, problem),
    })),
    conflicts: conflicts.map(({ path, wants }) => ({ ...shownPath(path), wants })),
    absent: absent.map(({ setting, code }) => ({
      setting: shownSetting(settingId(setting))!,
      text: ctx.phrase(`faults.${code}`),
    })),
    unknowable,
    added: device.added.map(({ path, key }) => ({
      path,
      key: Object.entries(key).map(([name, value]) => ({ name, value })),
    })),
  }
}

export function configurationSummary(
  ctx: RequestContext,
): Promise<OutputOf<typeof provisioningApi.configurationSummary>> {
  return troubleRepo.count(ctx)
}

/** A shorter text would match nearly every path. */
const leastOfPath = 3

export async function suggestParameters(
  ctx: RequestContext,
  { search, tables }: InputOf<typeof provisioningApi.suggestParameters>,
): Promise<OutputOf<typeof provisioningApi.suggestParameters>> {
  const worded = wordedParameters(search, tables, ctx.language)
  const known = search.length < leastOfPath ? [] : await troubleRepo.parameters(ctx, search, tables)
  const types = new Map(known.map(({ path, type }) => [path, type]))
  return [
    ...worded.map(({ path, word }) => ({ path, type: types.get(path) ?? null, word })),
    ...known
      .filter(({ path }) => !worded.some((one) => one.path === path))
      .map((one) => ({ ...one, word: null })),
  ]
}

export function provisionDevice(
  ctx: SeveralTransactions,
  { deviceId, check, orderId, reason }: InputOf<typeof provisioningApi.provisionDevice>,
): Promise<null> {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const device = await movableDevice(inside, deviceId, 'setParameters')
    if (!(await configurationRepo.queue(inside, deviceId, check))) throw new AppError('template.none_applies')
    await noteCommand(inside, device, { orderId, reason, kind: check ? 'compare' : 'provision' })
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
