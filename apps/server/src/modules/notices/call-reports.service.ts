import { acknowledgedHours } from '@netward/contract/alarm-values'
import { hashToken, type Scopes } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import { readCallReports } from '../integrations/index.ts'
import { callRepo } from './call.repo.ts'

/**
 * What a vendor reports of calls: whether they were answered, and the pressed key, which acknowledges.
 * @throws AppError notice.callback_refused if no gateway has this secret
 */
export async function takeCallReports(scopes: Scopes, secret: string, body: unknown): Promise<void> {
  const callback = hashToken(secret)
  const gateway = await callRepo.gateway(scopes, callback)
  if (gateway === undefined) throw new AppError('notice.callback_refused')
  for (const { reference, key, receipt } of readCallReports(gateway.provider, body))
    await callRepo.reported(scopes, callback, {
      reference: hashToken(reference),
      pressed: key !== null && key === gateway.key,
      receipt,
      hours: acknowledgedHours,
    })
}
