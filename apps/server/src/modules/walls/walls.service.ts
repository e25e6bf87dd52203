import { randomBytes } from 'node:crypto'
import type { InputOf, OutputOf, wallApi } from '@netward/contract'
import { panelFilters } from '@netward/contract/panels/panel'
import { mostWallDays, mostWalls } from '@netward/contract/wall-values'
import { plainRange } from '../../platform/address-ranges.ts'
import { capped } from '../../platform/db/capped-count.ts'
import { hashToken } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import { isAtHome, type RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { pagesShown } from '../charts/index.ts'
import { wallRepo } from './wall.repo.ts'
import { narrowedPanels } from './narrowed-panels.ts'

type Api = typeof wallApi

/** Wider ranges would be no limit: a link that leaks opens from half of the world. */
const shortestPrefix = { ipv4: 8, ipv6: 32 }

/** Members of the company itself: an administrator, or the maker. */
const mayEnd = (ctx: RequestContext, { memberId }: { memberId: string | null }): boolean =>
  isAtHome(ctx) && (ctx.scope.identity <= 3 || memberId === ctx.scope.memberId)

export async function pageWalls(
  ctx: RequestContext,
  query: InputOf<Api['pageWalls']>,
): Promise<OutputOf<Api['pageWalls']>> {
  const { items, total } = await wallRepo.page(ctx, query)
  return {
    items: items.map(({ memberId, ...wall }) => ({
      ...wall,
      mayEnd: wall.state === 'active' && mayEnd(ctx, { memberId }),
    })),
    ...capped(total),
  }
}

export async function makeWall(
  ctx: RequestContext,
  { name, pages, ranges, expiresAt, timeZone, language, look, ...asked }: InputOf<Api['makeWall']>,
): Promise<OutputOf<Api['makeWall']>> {
  if (!isAtHome(ctx)) throw new AppError('wall.only_at_home')
  const filters = Object.fromEntries(
    panelFilters.flatMap((filter) => (asked[filter] === undefined ? [] : [[filter, asked[filter]]])),
  )
  if (asked.companyId !== undefined && !(await wallRepo.seesCompany(ctx, asked.companyId)))
    throw wrongField(ctx, 'company.not_found', 'companyId')
  const plain = ranges.map((range) => rangeOf(ctx, range))
  const ahead = Date.parse(expiresAt) - Date.now()
  if (ahead <= 0 || ahead > mostWallDays * 86_400_000)
    throw wrongField(ctx, 'wall.expires_wrong', 'expiresAt', { days: mostWallDays })
  const shown = await pagesShown(ctx, pages)
  if (shown.length < pages.length) throw new AppError('permission.denied')
  if (shown.some((page) => narrowedPanels(page, filters).length === 0))
    throw wrongField(ctx, 'wall.page_empty', 'pages')
  if ((await wallRepo.count(ctx)) >= mostWalls) throw new AppError('wall.too_many')
  const secret = randomBytes(32).toString('base64url')
  const scope = { pages, filters, ranges: plain, expiresAt }
  const id = await wallRepo.insert(ctx, {
    ...scope,
    name,
    timeZone,
    language,
    look,
    tokenHash: hashToken(secret),
  })
  await ctx.audit({
    action: 'wall.made',
    subjectKind: 'wall',
    subjectId: id,
    detail: { name, after: { pages, ranges: plain, expires_at: expiresAt } },
  })
  return { id, secret }
}

export async function endWall(
  ctx: RequestContext,
  { wallId }: InputOf<Api['endWall']>,
): Promise<OutputOf<Api['endWall']>> {
  if (!isAtHome(ctx)) throw new AppError('wall.only_at_home')
  const wall = await wallRepo.lock(ctx, wallId)
  if (wall === undefined) throw new AppError('wall.not_found')
  if (wall.state !== 'active') throw new AppError('wall.over')
  if (!mayEnd(ctx, wall)) throw new AppError('wall.not_own')
  await wallRepo.end(ctx, wallId)
  await ctx.audit({
    action: 'wall.ended',
    subjectKind: 'wall',
    subjectId: wallId,
    detail: { name: wall.name },
  })
  return null
}

function rangeOf(ctx: RequestContext, given: string): string {
  const kind = given.includes(':') ? 'ipv6' : 'ipv4'
  const range = plainRange(given.includes('/') ? given : `${given}/${kind === 'ipv4' ? 32 : 128}`)
  if (range === null || Number(range.split('/')[1]) < shortestPrefix[kind])
    throw wrongField(ctx, 'wall.range_too_wide', 'ranges', { ...shortestPrefix })
  return range
}
