import { type InputOf, outletApi, type OutputOf, type zabbixApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { namingConstraint, wrongField } from '../../platform/http/wrong-field.ts'
import { createOutlet } from '../outlets/index.ts'
import { carryOutRepo } from './carry-out.repo.ts'
import { mayMake } from './whole-company.ts'
import { zabbixRepo } from './zabbix.repo.ts'
import { lockedImport } from './zabbix.service.ts'

const taken = { snmp_credential_name: ['snmp.credential_name_taken', 'credentials'] } as const

/** The sweep uses it to see whether a job still runs. */
const keyOf = (importId: string) => `zabbix:${importId}`

/** Outlets and credentials are made here, under the person's permissions; the job adds the devices. */
export async function startZabbix(
  ctx: RequestContext,
  { importId }: InputOf<typeof zabbixApi.startZabbix>,
): Promise<null> {
  const found = await lockedImport(ctx, importId, ['ready', 'stopped'])
  const planned = (await zabbixRepo.counts(ctx, importId)).get('new') ?? 0
  if (planned === 0) throw new AppError('zabbix.nothing_to_add')
  const may = await mayMake(ctx)
  const outlets = await carryOutRepo.newOutlets(ctx, importId)
  if (outlets.length > 0 && !may.outlets) throw wrongField(ctx, 'permission.denied', 'groups')
  for (const name of outlets) {
    const { id } = await createOutlet(ctx, outletApi.createOutlet.input.parse({ name }))
    await carryOutRepo.noteOutlet(ctx, importId, name, id)
  }
  const credentials = await carryOutRepo.newCredentials(ctx, importId)
  if (credentials.length > 0 && !may.credentials) throw wrongField(ctx, 'permission.denied', 'credentials')
  for (const { n, name, version } of credentials) {
    const made = await namingConstraint(ctx, taken, () => carryOutRepo.makeCredential(ctx, importId, n))
    if (made === null) throw new AppError('snmp.credential_not_found')
    await ctx.audit({
      action: 'snmp.credential_created',
      subjectKind: 'snmp_credential',
      subjectId: made,
      detail: { name, after: { name, version } },
    })
  }
  await carryOutRepo.rememberChoices(ctx, importId)
  await carryOutRepo.begin(ctx, importId, 'running')
  await ctx.enqueue('zabbix.import', { importId }, { key: keyOf(importId) })
  await ctx.audit({
    action: 'zabbix.import_started',
    subjectKind: 'zabbix_import',
    subjectId: importId,
    detail: {
      name: found.fileName,
      hosts: planned,
      outlets,
      credentials: credentials.map(({ name }) => name),
    },
  })
  await ctx.emit('import.changed', importId)
  return null
}

/** As a whole, or not at all: devices that a person changed since belong to that person's work. */
export async function undoZabbix(
  ctx: RequestContext,
  { importId }: InputOf<typeof zabbixApi.undoZabbix>,
): Promise<OutputOf<typeof zabbixApi.undoZabbix>> {
  const found = await lockedImport(ctx, importId, ['done', 'stopped'])
  const changed = await carryOutRepo.changed(ctx, importId)
  if (changed.length > 0) {
    const reason = ctx.phrase('zabbix.reasons.changed')
    const failed = changed.map(({ name, address }) => ({ ip: address, name, reason }))
    throw new AppError('zabbix.changed_since', {
      params: { count: changed.length },
      data: { accepted: 0, failed },
    })
  }
  const devices = await carryOutRepo.addedDevices(ctx, importId)
  await carryOutRepo.begin(ctx, importId, 'undoing')
  await ctx.enqueue('zabbix.undo', { importId }, { key: keyOf(importId) })
  await ctx.audit({
    action: 'zabbix.import_undone',
    subjectKind: 'zabbix_import',
    subjectId: importId,
    detail: { name: found.fileName, devices },
  })
  await ctx.emit('import.changed', importId)
  return { accepted: devices, failed: [] }
}

export async function discardZabbix(
  ctx: RequestContext,
  { importId }: InputOf<typeof zabbixApi.discardZabbix>,
): Promise<null> {
  const found = await lockedImport(ctx, importId, ['ready'])
  await zabbixRepo.delete(ctx, importId)
  await ctx.audit({
    action: 'zabbix.import_discarded',
    subjectKind: 'zabbix_import',
    subjectId: importId,
    detail: { name: found.fileName },
  })
  return null
}
