import type { configurationApi, InputOf, OutputOf } from '@netward/contract'
import { configurationStates } from '@netward/contract/configuration-values'
import { capped } from '../../platform/db/capped-count.ts'
import { changedFields } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { enterDeviceForReading, movableDevice, ownedDevice } from '../devices/index.ts'
import { configurationRepo, type OneConfiguration } from './configuration.repo.ts'
import { fittingProfile } from './reader/profiles.ts'
import { versionRepo } from './version.repo.ts'

export async function pageConfigurations(
  ctx: RequestContext,
  query: InputOf<typeof configurationApi.pageConfigurations>,
): Promise<OutputOf<typeof configurationApi.pageConfigurations>> {
  const { items, total } = await configurationRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function summariseConfigurations(
  ctx: RequestContext,
  { companyId }: InputOf<typeof configurationApi.summariseConfigurations>,
): Promise<OutputOf<typeof configurationApi.summariseConfigurations>> {
  const rows = await configurationRepo.summary(ctx, companyId)
  return {
    states: configurationStates.map((state) => ({
      state,
      count: rows.find((row) => row.state === state)?.count ?? 0,
    })),
    withoutCredential: rows.reduce((sum, { without }) => sum + without, 0),
    changed: rows.reduce((sum, { changed }) => sum + changed, 0),
  }
}

export async function getConfigurationBackup(
  ctx: RequestContext,
  { deviceId }: InputOf<typeof configurationApi.getConfigurationBackup>,
): Promise<OutputOf<typeof configurationApi.getConfigurationBackup>> {
  await enterDeviceForReading(ctx, deviceId, 'DMS_SERVER_DEVICE_CONFIG_VIEW')
  const found = there(await configurationRepo.find(ctx, deviceId))
  const { companyId: _company, companyName: _name, outletId: _outlet, outletName: _place, ...same } = found
  const { brand, modelName, description, ...shown } = same
  return {
    ...shown,
    effectiveProfile: found.profile ?? fittingProfile({ brand, modelName, description }),
  }
}

export function editConfiguration(
  ctx: SeveralTransactions,
  { deviceId, enabled, profile }: InputOf<typeof configurationApi.editConfiguration>,
): Promise<null> {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const device = await movableDevice(inside, deviceId, 'edit')
    const before = there(await configurationRepo.find(inside, deviceId))
    const changed = changedFields({ enabled: before.enabled, profile: before.profile }, { enabled, profile })
    if (changed === null) return null
    await configurationRepo.update(inside, deviceId, { enabled, profile })
    await inside.audit({
      action: 'configuration.edited',
      subjectKind: 'device',
      subjectId: deviceId,
      detail: { name: device.name, ...changed },
    })
    await inside.emit('configuration.changed', deviceId)
    return null
  })
}

/** Queued here; a process of the role poller reads the device, outside of any transaction. */
export function backUpConfiguration(
  ctx: SeveralTransactions,
  { deviceId }: InputOf<typeof configurationApi.backUpConfiguration>,
): Promise<null> {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const device = await movableDevice(inside, deviceId, 'edit')
    const { hasCredential } = there(await configurationRepo.find(inside, deviceId))
    if (!hasCredential) throw new AppError('configuration.no_credential')
    if (!(await configurationRepo.queue(inside, deviceId))) throw new AppError('configuration.under_way')
    await inside.audit({
      action: 'configuration.backed_up',
      subjectKind: 'device',
      subjectId: deviceId,
      detail: { name: device.name },
    })
    await inside.emit('configuration.changed', deviceId)
    return null
  })
}

export async function pageConfigurationVersions(
  ctx: RequestContext,
  { deviceId, page, pageSize }: InputOf<typeof configurationApi.pageConfigurationVersions>,
): Promise<OutputOf<typeof configurationApi.pageConfigurationVersions>> {
  await enterDeviceForReading(ctx, deviceId, 'DMS_SERVER_DEVICE_CONFIG_VIEW')
  there(await configurationRepo.find(ctx, deviceId))
  const { items, total } = await versionRepo.page(ctx, deviceId, {
    limit: pageSize,
    offset: (page - 1) * pageSize,
  })
  return { items, ...capped(total) }
}

function there(found: OneConfiguration | undefined): OneConfiguration {
  if (found === undefined) throw new AppError('configuration.not_found')
  return found
}
