import { randomBytes } from 'node:crypto'
import type { InputOf, OutputOf, wallApi } from '@netward/contract'
import { type ChartCode, usualPeriods } from '@netward/contract/panels/panel'
import { hashToken, type Scopes } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { WallContext } from '../../platform/http/route.ts'
import { plainAddress } from '../../platform/source-address.ts'
import { chartPanel, pagesShown, type ShownPage } from '../charts/index.ts'
import { getCompany } from '../organisations/index.ts'
import { narrowedPanels } from './narrowed-panels.ts'
import type { SharedAnswers } from './shared-answers.ts'
import { wallRepo } from './wall.repo.ts'

type Api = typeof wallApi

const minuteMs = 60_000
const dayMs = 86_400_000

/** The secret has 256 random bits: attempts need no limit. */
export async function openWall(
  scopes: Scopes,
  { remoteAddress }: CallContext,
  { secret }: InputOf<Api['openWall']>,
): Promise<OutputOf<Api['openWall']>> {
  const token = randomBytes(32).toString('base64url')
  const refusal = await wallRepo.open(scopes, {
    secretHash: hashToken(secret),
    tokenHash: hashToken(token),
    address: plainAddress(remoteAddress),
  })
  if (refusal !== null) throw new AppError(refusal)
  return { token }
}

export async function wallScreen(ctx: WallContext): Promise<OutputOf<Api['wallScreen']>> {
  const { name, timeZone, language, look, expiresAt } = ctx.wall
  const pages = await pagesOf(ctx, ctx.wall.pages as ChartCode[])
  const { name: companyName } = await getCompany(ctx, ctx.scope.companyId)
  return { name, companyName, pages, timeZone, language, look, expiresAt }
}

type PanelAnswer = OutputOf<Api['wallPanel']>

/** One panel. Screens with the same sight share its answer for a minute; their right to it is checked on each request. */
export async function wallPanel(
  ctx: WallContext,
  { chart, panel }: InputOf<Api['wallPanel']>,
  answers: SharedAnswers<PanelAnswer>,
): Promise<PanelAnswer> {
  const { scope, wall } = ctx
  const [page] = wall.pages.includes(chart) ? await pagesOf(ctx, [chart]) : []
  if (page?.panels.includes(panel) !== true) throw new AppError('permission.denied')
  const to = Math.floor(Date.now() / minuteMs) * minuteMs
  const sight = [scope.companyId, scope.memberId, scope.identity, wall.filters, wall.timeZone, ctx.language]
  return answers.of([...sight, chart, panel, to], async () =>
    withoutLinks(
      await chartPanel(ctx, {
        panel,
        from: new Date(to - usualPeriods[chart].days * dayMs).toISOString(),
        to: new Date(to).toISOString(),
        timeZone: wall.timeZone,
        ...wall.filters,
      }),
    ),
  )
}

/** There is nothing that a wall screen may open. */
const withoutLinks = (answer: PanelAnswer): PanelAnswer => ({
  ...answer,
  rows: answer.rows.map((row) => ({ ...row, opens: row.opens.map(() => null), page: null, companyId: null })),
})

/** Pages that the maker may open now, with the panels that keep to the filters of the screen. */
async function pagesOf(ctx: WallContext, charts: readonly ChartCode[]): Promise<ShownPage[]> {
  const shown = await pagesShown(ctx, charts)
  return shown.map((page) => ({ chart: page.chart, panels: narrowedPanels(page, ctx.wall.filters) }))
}
