import { builtInRoles, type InputOf, type OutputOf, type roleApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { builtInRolesOf } from './role-ref.ts'
import { builtInName } from './role-view.ts'
import { roleRepo } from './role.repo.ts'
import { type Standing, whyRepo } from './why.repo.ts'

type Why = OutputOf<typeof roleApi.whyPermitted>

/** Maximum number of helpful roles named. */
const suggested = 8

/** Why a member can or cannot do something: the facts that begin_request decides by, one by one. */
export async function whyPermitted(
  ctx: RequestContext,
  { memberId, code }: InputOf<typeof roleApi.whyPermitted>,
): Promise<Why> {
  const standing = await whyRepo.find(ctx, memberId, code)
  if (!standing) throw new AppError('member.not_found')
  const roles = [
    ...standing.built_in.map((key) => ({
      role: key,
      name: builtInName(ctx, key),
      dataScope: 'company' as const,
      outlets: 0,
      publishedBy: null,
    })),
    ...(await roleRepo.findNames(ctx, standing.role_ids)).map((row) => ({
      role: row.id,
      name: row.name,
      dataScope: row.data_scope,
      outlets: row.outlet_ids.length,
      publishedBy: row.published_by,
    })),
  ]
  const missing = obstacles(standing, roles.length)
  return {
    allowed: missing.length === 0,
    roles,
    missing,
    others: missing.includes('no_role') && standing.of_use ? await othersWith(ctx, code) : [],
    acting: await whyRepo.findActing(ctx, memberId, code),
  }
}

function obstacles(standing: Standing, roles: number): Why['missing'] {
  const { company_status: company } = standing
  const found: [boolean, Why['missing'][number]][] = [
    [!standing.of_use, 'company_kind'],
    [roles === 0, 'no_role'],
    [standing.member_status === 'disabled', 'member_disabled'],
    [standing.account_disabled, 'account_disabled'],
    [company === 'frozen', 'company_frozen'],
    [company === 'deactivated', 'company_deactivated'],
  ]
  return found.filter(([stands]) => stands).map(([, what]) => what)
}

async function othersWith(
  ctx: RequestContext,
  code: InputOf<typeof roleApi.whyPermitted>['code'],
): Promise<Why['others']> {
  const builtIn = builtInRolesOf(await roleRepo.companyKind(ctx)).filter((key) =>
    builtInRoles[key].includes(code),
  )
  const own = await roleRepo.findHolding(ctx, code, suggested)
  return [
    ...builtIn.map((key) => ({ role: key, name: builtInName(ctx, key) })),
    ...own.map(({ id, name }) => ({ role: id, name })),
  ].slice(0, suggested)
}
