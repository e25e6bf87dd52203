import type { PermissionCode } from '@netward/contract'
import {
  type ActivationFailure,
  activationSteps,
  type ActivationStep,
  stepsOf,
} from '@netward/contract/states/application'
import type { Scopes } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { JobHandler } from '../../platform/jobs/job.ts'
import { type MessageDeps, notifyAdministrators } from '../messages/index.ts'
import { issueAccessToken } from '../open-api/index.ts'
import { activationRepo } from './application.repo.ts'
import { keyRepo } from './key.repo.ts'
import { newKey } from './keys.service.ts'

const trialSeconds = 300

/** Permanent error: the activation has failed. */
class ActivationFailed extends Error {
  override name = 'ActivationFailed'
  readonly failure: ActivationFailure

  constructor(failure: ActivationFailure) {
    super(failure)
    this.failure = failure
  }
}

interface Activation {
  readonly deps: MessageDeps
  readonly scopes: Scopes
  readonly companyId: string
  readonly applicationId: string
  readonly run: number
}

export function applicationJobs(deps: MessageDeps): Record<string, JobHandler> {
  return {
    'application.activate': (payload, { scopes, signal }) => {
      const { companyId, applicationId, run } = payload
      return activate(
        { deps, scopes, companyId, applicationId: String(applicationId), run: Number(run) },
        signal,
      )
    },
  }
}

/** Each step is committed before the next begins: a restart resumes with the first uncommitted one. */
async function activate(activation: Activation, signal: AbortSignal): Promise<void> {
  for (const step of activationSteps) {
    // The job returns to the queue and continues elsewhere.
    signal.throwIfAborted()
    try {
      if (!(await take(activation, step))) return
    } catch (error) {
      if (!(error instanceof ActivationFailed)) throw error
      return fail(activation, step, error.failure)
    }
  }
}

/** Does one step unless it is done. False if this activation run is over. */
async function take(activation: Activation, step: ActivationStep): Promise<boolean> {
  const { scopes, companyId, applicationId, run } = activation
  const begun = await scopes.withCompany(companyId, async ({ db }) => {
    const application = await activationRepo.lock(db, companyId, applicationId, run)
    if (!application) return 'over'
    if ((await activationRepo.stepsDone(db, companyId, applicationId)).includes(step)) return 'done'
    if (!stepsOf(application.product_type, application.permissions).includes(step)) return 'done'
    await activationRepo.setStep(db, companyId, applicationId, step, 'running')
    return 'begun'
  })
  if (begun !== 'begun') return begun === 'done'
  // It calls the server's own API: not inside a transaction that the call would wait for.
  if (step === 'selfTest') await selfTest(activation)
  return scopes.withCompany(companyId, async ({ db }) => {
    const application = await activationRepo.lock(db, companyId, applicationId, run)
    if (!application) return false
    if (step === 'check') {
      if (application.product_state !== 'normal') throw new ActivationFailed('product_unavailable')
      if (application.company_status !== 'active') throw new ActivationFailed('company_inactive')
    }
    if (step === 'account') await activationRepo.makeAccount(db, applicationId)
    await activationRepo.setStep(db, companyId, applicationId, step, 'done')
    if (step === 'announce') {
      await activationRepo.finish(db, companyId, applicationId, 'normal', null)
      await activationRepo.audit(db, 'application.activation_done', applicationId, {
        before: { state: 'activating' },
        after: { state: 'normal' },
      })
    }
    return true
  })
}

/** Signs in with a key of its own, as the application will, and makes one allowed and one forbidden call. */
async function selfTest({ scopes, companyId, applicationId, run }: Activation): Promise<void> {
  const { key, hash, hint } = newKey()
  const trial = await scopes.withCompany(companyId, async ({ db }) => {
    const application = await activationRepo.lock(db, companyId, applicationId, run)
    if (!application) return null
    const row = { companyId, applicationId, hash, hint, createdBy: null, trialSeconds }
    return { application, keyId: await keyRepo.insert(db, row) }
  })
  if (trial === null) return
  const { application, keyId } = trial
  const issued = await issueAccessToken(scopes, application.app_id, key)
  const claims = (token: string) => ({ token, companyId, tenantCompanyId: null, proxy: false })
  const may = async (needed: PermissionCode | null) => {
    if ('refusal' in issued) return false
    try {
      await scopes.withRequest(claims(issued.token), { needed, reads: true }, async () => null)
      return true
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'system.unavailable') throw error
      if (error.code === 'permission.denied') return false
      throw new ActivationFailed('self_test_failed')
    }
  }
  const [first] = application.permissions as PermissionCode[]
  const works = !('refusal' in issued) && (first === undefined || (await may(first))) && !(await may(null))
  // Deletes only its own key: another worker may be at the same step. The key of a killed worker expires.
  await scopes.withCompany(companyId, ({ db }) => keyRepo.removeTrial(db, companyId, keyId))
  if (!works) throw new ActivationFailed('self_test_failed')
}

async function fail(
  { deps, scopes, companyId, applicationId, run }: Activation,
  step: ActivationStep,
  failure: ActivationFailure,
): Promise<void> {
  await scopes.withCompany(companyId, async ({ db }) => {
    const application = await activationRepo.lock(db, companyId, applicationId, run)
    if (!application) return
    await activationRepo.setStep(db, companyId, applicationId, step, 'failed')
    await activationRepo.finish(db, companyId, applicationId, 'abnormal', failure)
    await activationRepo.audit(db, 'application.activation_failed', applicationId, { failure })
    const params = { applicationName: application.display_name, failure }
    await notifyAdministrators(deps, db, companyId, { kind: 'application_failed', params })
  })
}
