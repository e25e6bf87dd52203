import type { InputOf, OutputOf, tenantApi } from '@netward/contract'
import type { RequestContext } from '../../platform/http/context.ts'
import { presentTenant } from './tenant-view.ts'
import { tenantRepo } from './tenant.repo.ts'

/** More results make an unreadable tree: a longer term finds fewer. */
const maxMatches = 100

/** Search results below a company, with their ancestors. */
export async function tenantTree(
  ctx: RequestContext,
  { search, rootId = ctx.scope.companyId }: InputOf<typeof tenantApi.tenantTree>,
): Promise<OutputOf<typeof tenantApi.tenantTree>> {
  const found = await tenantRepo.rows(
    ctx,
    { search, ...(rootId !== ctx.scope.companyId && { under: rootId }) },
    { sort: 'name', limit: maxMatches + 1, offset: 0 },
  )
  const matches = found.slice(0, maxMatches)
  const matching = new Set(matches.map(({ id }) => id))
  const leading = (await tenantRepo.above(ctx, [...matching], rootId)).filter((id) => !matching.has(id))
  const above =
    leading.length === 0
      ? []
      : await tenantRepo.rows(ctx, { ids: leading }, { sort: 'name', limit: leading.length, offset: 0 })
  return {
    items: [...above, ...matches]
      .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
      .map((row) => ({ ...presentTenant(ctx, row), matches: matching.has(row.id) })),
    matched: matches.length,
    more: found.length > maxMatches,
  }
}
