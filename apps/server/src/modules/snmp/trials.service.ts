import type { InputOf, OutputOf, snmpApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { findOutlet } from '../outlets/index.ts'
import { credentialRepo } from './credential.repo.ts'
import { trialRepo } from './trial.repo.ts'

type Trial = OutputOf<typeof snmpApi.readTrial>

/** The poller does it; nothing is written to the device list. */
export async function tryAddress(
  ctx: RequestContext,
  { ipAddress, port, credentialId, outletId }: InputOf<typeof snmpApi.tryAddress>,
): Promise<OutputOf<typeof snmpApi.tryAddress>> {
  if (credentialId !== null && !(await credentialRepo.find(ctx, credentialId)))
    throw wrongField(ctx, 'snmp.credential_not_found', 'credentialId')
  if (outletId !== null && (await findOutlet(ctx, outletId)) === null)
    throw wrongField(ctx, 'outlet.not_found', 'outletId')
  const trialId = await trialRepo.begin(ctx, { ipAddress, port, credentialId, outletId })
  await ctx.audit({
    action: 'snmp.address_tried',
    subjectKind: 'company',
    subjectId: ctx.scope.companyId,
    detail: { ipAddress, port },
  })
  return { trialId }
}

export async function readTrial(
  ctx: RequestContext,
  { trialId }: InputOf<typeof snmpApi.readTrial>,
): Promise<Trial> {
  const trial = await trialRepo.find(ctx, trialId)
  if (!trial) throw new AppError('snmp.trial_not_found')
  const { found } = trial
  return {
    state: trial.state,
    credentialName: found.credentialName ?? null,
    sysName: found.sysName ?? '',
    vendor: found.vendor ?? '',
    type: found.type ?? '',
    model: found.model ?? '',
    version: found.version ?? '',
    serialNumber: found.serialNumber ?? '',
    interfaces: found.interfaces ?? null,
  }
}
