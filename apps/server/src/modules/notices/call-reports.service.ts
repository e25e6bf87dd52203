import { acknowledgedHours } from '@netward/contract/alarm-values'
import { hashToken, type Scopes } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import { readCallReports, readSmsReport } from '../integrations/index.ts'
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

/**
 * What Huawei Cloud reports of an SMS: unsigned, so that the secret in the address is all that proves it.
 * @throws AppError notice.callback_refused if no gateway has this secret
 */
export async function takeSmsReport(scopes: Scopes, secret: string, form: string): Promise<void> {
  const report = readSmsReport(form)
  const known = await callRepo.smsReported(scopes, hashToken(secret), report)
  if (!known) throw new AppError('notice.callback_refused')
}
