import type { equipmentApi, InputOf, OutputOf } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { ownedDevice } from '../devices/index.ts'
import { equipmentRepo } from './equipment.repo.ts'
import { interfaceRepo } from './interface.repo.ts'

/** The audit log names so many ports; the number of all stands beside them. */
const named = 50

/** @throws AppError equipment.interface_not_found: none is marked then */
export function markInterfaces(
  ctx: SeveralTransactions,
  { deviceId, keys, important }: InputOf<typeof equipmentApi.markInterfaces>,
): Promise<OutputOf<typeof equipmentApi.markInterfaces>> {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const device = await equipmentRepo.find(inside, deviceId)
    if (!device) throw new AppError('device.not_found')
    const names = await interfaceRepo.names(inside, deviceId, keys)
    if (names.size < new Set(keys).size) throw new AppError('equipment.interface_not_found')
    const changed = important
      ? await interfaceRepo.mark(inside, deviceId, keys)
      : await interfaceRepo.unmark(inside, deviceId, keys)
    if (changed.length === 0) return { changed: 0 }
    await inside.audit({
      action: 'equipment.ports_marked',
      subjectKind: 'device',
      subjectId: deviceId,
      detail: {
        name: device.name,
        ports: changed.slice(0, named).map((key) => names.get(key)!),
        count: changed.length,
        before: { important: !important },
        after: { important },
      },
    })
    await inside.emit('device.changed', deviceId)
    return { changed: changed.length }
  })
}
