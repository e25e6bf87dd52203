import type { RequestContext } from '../../platform/http/context.ts'
import { type QueuedRead, commandReadRepo, type RequestedRead } from './command-read.repo.ts'
import { commandRepo } from './command.repo.ts'

export type { RequestedRead } from './command-read.repo.ts'

const actions = {
  get_parameter_values: 'device.parameters_read',
  get_parameter_attributes: 'device.attributes_read',
} as const

/** Reads devices of the company acted in, which are locked; pending reads are not queued twice. */
export async function queueReads(
  inside: RequestContext,
  reads: readonly RequestedRead[],
): Promise<readonly QueuedRead[]> {
  const queued = await commandReadRepo.insert(inside, reads)
  const added = queued.filter((one) => one.added)
  await commandRepo.enqueueConnect(
    inside,
    queued.map((one) => one.device_id),
  )
  await commandRepo.emitAll(
    inside,
    'command.changed',
    added.map(({ id, device_id, kind }) => ({
      subjectId: device_id,
      data: { commandId: id, kind, state: 'waiting' },
    })),
  )
  await Promise.all(
    added.map(({ id, device_id, kind, paths }) =>
      inside.audit({
        action: actions[kind],
        subjectKind: 'device',
        subjectId: device_id,
        detail: { commandId: id, paths },
      }),
    ),
  )
  return queued
}
