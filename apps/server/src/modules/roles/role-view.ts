import { type BuiltInRole, builtInRoles, type OutputOf, type roleApi } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { RoleRow } from './role.repo.ts'

export type ListedRole = OutputOf<typeof roleApi.pageRoles>['items'][number]

/** A built-in role as in every company, in the caller's language. */
export function builtInView(ctx: RequestContext, key: BuiltInRole, members: number): ListedRole {
  const count = capped(members)
  return {
    role: key,
    name: builtInName(ctx, key),
    description: ctx.phrase(`permissions.builtIn.${key}`),
    affiliation: 'builtIn',
    publishedBy: null,
    dataScope: 'company',
    outlets: 0,
    members: count.total,
    membersCapped: count.totalCapped,
    permissions: builtInRoles[key].length,
    publication: null,
    updatedAt: null,
  }
}

export function roleView(row: RoleRow): ListedRole {
  const count = capped(row.members)
  return {
    role: row.id,
    name: row.name,
    description: row.description,
    affiliation: row.affiliation,
    publishedBy: row.published_by,
    dataScope: row.data_scope,
    outlets: row.outlet_ids.length,
    members: count.total,
    membersCapped: count.totalCapped,
    permissions: row.permissions.length,
    publication:
      row.to_all === null
        ? null
        : {
            toAll: row.to_all,
            total: row.total ?? 0,
            done: row.done ?? 0,
            finished: row.finished_at !== null,
          },
    updatedAt: row.updated_at,
  }
}

export const builtInName = (ctx: RequestContext, key: BuiltInRole): string =>
  ctx.phrase(`account.roles.${key}`)
