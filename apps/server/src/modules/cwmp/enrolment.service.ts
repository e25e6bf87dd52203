import { randomBytes } from 'node:crypto'
import type { gatewayApi, InputOf, OutputOf } from '@netward/contract'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type AcsConfig, acsUrl } from './acs-config.ts'
import { enrolmentContext, hashEnrolmentToken } from './callers.ts'
import { makeHa1 } from './digest.ts'
import { enrolmentRepo } from './enrolment.repo.ts'

interface Deps {
  readonly config: AcsConfig
  readonly secrets: Secrets
}

const urlContext = (companyId: string) => `enrolment-url:${companyId}`

export async function getEnrolment(
  ctx: RequestContext,
  deps: Deps,
): Promise<OutputOf<typeof gatewayApi.getEnrolment>> {
  const { companyId } = ctx.scope
  const row = await enrolmentRepo.find(ctx, companyId)
  const token = row?.token ? deps.secrets.open(row.token, urlContext(companyId)).toString('utf8') : null
  return {
    acsUrl: acsUrl(deps.config),
    username: row?.username ?? (await enrolmentRepo.usernameFor(ctx, companyId)),
    hasPassword: row?.has_password ?? false,
    enrolmentUrl: token === null ? null : `${acsUrl(deps.config)}t/${token}`,
    approveUnknown: row?.approve_unknown ?? true,
    limits: { ...(await enrolmentRepo.count(ctx, companyId)), ...deps.config.enrolment },
  }
}

export async function editEnrolment(
  ctx: RequestContext,
  { approveUnknown }: InputOf<typeof gatewayApi.editEnrolment>,
): Promise<null> {
  const { companyId } = ctx.scope
  const username = await enrolmentRepo.usernameFor(ctx, companyId)
  const before = (await enrolmentRepo.find(ctx, companyId))?.approve_unknown ?? true
  await enrolmentRepo.saveApproval(ctx, companyId, username, approveUnknown)
  await ctx.audit({
    action: 'enrolment.edited',
    subjectKind: 'enrolment',
    subjectId: companyId,
    detail: { before: { approveUnknown: before }, after: { approveUnknown } },
  })
  return null
}

/** The old password or URL stops at once. The password is shown once. */
export async function rotateEnrolment(
  ctx: RequestContext,
  { what }: InputOf<typeof gatewayApi.rotateEnrolment>,
  deps: Deps,
): Promise<OutputOf<typeof gatewayApi.rotateEnrolment>> {
  const { companyId } = ctx.scope
  const username = await enrolmentRepo.usernameFor(ctx, companyId)
  const replaced = (await enrolmentRepo.lock(ctx, companyId))[what]
  await ctx.audit({
    action: 'enrolment.rotated',
    subjectKind: 'enrolment',
    subjectId: companyId,
    detail: { what },
  })
  if (what === 'password') {
    const password = randomBytes(15).toString('base64url')
    await enrolmentRepo.savePassword(
      ctx,
      companyId,
      username,
      deps.secrets.seal(makeHa1(username, password), enrolmentContext(companyId)),
    )
    return { username, password, enrolmentUrl: null, replaced }
  }
  const token = randomBytes(18).toString('base64url')
  await enrolmentRepo.saveToken(
    ctx,
    companyId,
    username,
    hashEnrolmentToken(token),
    deps.secrets.seal(token, urlContext(companyId)),
  )
  return { username, password: null, enrolmentUrl: `${acsUrl(deps.config)}t/${token}`, replaced }
}
