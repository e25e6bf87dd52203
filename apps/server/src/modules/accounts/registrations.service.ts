import type { registrationApi, InputOf, OutputOf } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { CallContext, RequestContext } from '../../platform/http/context.ts'
import { sourceOf } from '../../platform/source-address.ts'
import {
  attemptOn,
  hashPassword,
  type IdentityDeps,
  spendCode,
  refuseCommon,
  refuseWeak,
} from '../identity/index.ts'
import { sendMessage } from '../messages/index.ts'
import { documentVersions, platformSettings } from '../settings/index.ts'
import { companyCodes } from './company-code.ts'
import { contactOf, recipientOf } from './contact.ts'
import { type Application, registrationRepo } from './registration.repo.ts'

/** A company applies with an address verified by code. Without approval it is created at once. */
export async function register(
  deps: IdentityDeps,
  call: CallContext,
  input: InputOf<typeof registrationApi.register>,
): Promise<OutputOf<typeof registrationApi.register>> {
  const { registration } = await platformSettings(deps.scopes)
  if (registration === 'closed') throw new AppError('registration.closed')
  const documents = await documentVersions(deps.scopes)
  if (documents.some(({ kind, version }) => input.accepted[kind] !== version))
    throw new AppError('registration.documents')
  const contact = contactOf(input)
  refuseCommon(
    call,
    input.password,
    [input.companyName, input.contactName, contact.email?.split('@', 1)[0]],
    'password',
  )
  await refuseWeak(deps.scopes, call, input.password, 'password')
  // Never reset: this limits companies created per source, not failures.
  await attemptOn(deps.scopes, call, `registration:${sourceOf(call.remoteAddress)}`).reserve()
  await spendCode(deps, {
    purpose: 'registration',
    codeId: input.codeId,
    address: recipientOf(contact),
    code: input.code,
  })
  const application: Application = {
    ...contact,
    prefix: input.prefix ?? '',
    companyName: input.companyName,
    contactName: input.contactName,
    passwordHash: await hashPassword(input.password),
    requestId: call.requestId,
    accepted: input.accepted,
  }
  if (registration === 'open') {
    const made = await registrationRepo.insertCompany(
      deps.scopes,
      application,
      companyCodes(input.companyName),
    )
    return { state: 'active', companyCode: made.company_code }
  }
  await registrationRepo.insert(deps.scopes, application, call.language)
  await sendMessage(deps, deps.scopes, {
    to: recipientOf(contact),
    language: call.language,
    kind: 'registration_received',
    params: { companyName: input.companyName },
  })
  return { state: 'awaiting_approval', companyCode: null }
}

export async function pageRegistrations(
  ctx: RequestContext,
  input: InputOf<typeof registrationApi.pageRegistrations>,
): Promise<OutputOf<typeof registrationApi.pageRegistrations>> {
  const found = await registrationRepo.page(ctx, input)
  return {
    ...found,
    items: found.items.map((row) => ({
      id: row.id,
      companyName: row.company_name,
      contactName: row.contact_name,
      phone: row.phone,
      email: row.email,
      state: row.state,
      parentName: row.parent_name,
      createdAt: row.created_at,
      decidedAt: row.decided_at,
      decidedBy: row.decided_by,
      reason: row.reason,
    })),
  }
}

/** Creates the company on trial and its administrator, and notifies the applicant. */
export async function approveRegistration(
  deps: IdentityDeps,
  ctx: RequestContext,
  { registrationId }: InputOf<typeof registrationApi.approveRegistration>,
): Promise<OutputOf<typeof registrationApi.approveRegistration>> {
  const asked = await registrationRepo.find(ctx, registrationId)
  if (!asked) throw new AppError('registration.not_found')
  const made = await registrationRepo.approve(ctx, registrationId, companyCodes(asked.company_name))
  await sendMessage(deps, ctx.db, {
    to: recipientOf(made),
    language: made.language,
    kind: 'registration_approved',
    params: { companyName: made.company_name, companyCode: made.company_code, prefix: '' },
  })
  await ctx.audit({
    action: 'registration.approved',
    subjectKind: 'registration',
    subjectId: registrationId,
    detail: { companyName: made.company_name, companyId: made.company_id, companyCode: made.company_code },
  })
  await ctx.emit('registration.changed', registrationId)
  await ctx.emit('company.changed', made.company_id)
  return { companyId: made.company_id, companyCode: made.company_code }
}

export async function refuseRegistration(
  deps: IdentityDeps,
  ctx: RequestContext,
  { registrationId, reason }: InputOf<typeof registrationApi.refuseRegistration>,
): Promise<null> {
  const asked = await registrationRepo.refuse(ctx, registrationId, reason)
  await sendMessage(deps, ctx.db, {
    to: recipientOf(asked),
    language: asked.language,
    kind: 'registration_refused',
    params: { companyName: asked.company_name, reason },
  })
  await ctx.audit({
    action: 'registration.refused',
    subjectKind: 'registration',
    subjectId: registrationId,
    detail: { companyName: asked.company_name, reason },
  })
  await ctx.emit('registration.changed', registrationId)
  return null
}
