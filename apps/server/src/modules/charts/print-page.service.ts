import type { chartApi, InputOf } from '@netward/contract'
import type { PanelKey } from '@netward/contract/panels/panels'
import { AppError } from '../../platform/errors.ts'
import type { PdfAnswer, SeveralTransactions } from '../../platform/http/route.ts'
import { PaperTooLong } from '../../platform/paper/document.ts'
import { printPaper } from '../../platform/paper/paper.ts'
import { getCompany } from '../organisations/index.ts'
import { type Answer, clockText } from './asked.ts'
import { chartPanel, chartPanels } from './charts.service.ts'
import { pageBlocks } from './panel-paper.ts'

/** Each panel in a transaction of its own, which is narrowed to the scope of its right; drawn after them. */
export async function printPage(
  ctx: SeveralTransactions,
  { chart, ...asked }: InputOf<typeof chartApi.printPage>,
): Promise<PdfAnswer> {
  const { panels, company } = await ctx.inTransaction(null, async (inside) => {
    const found = await chartPanels(inside, { chart })
    await inside.audit({
      action: 'chart.printed',
      subjectKind: 'chart',
      subjectId: chart,
      detail: { from: asked.from, to: asked.to },
    })
    return { ...found, company: (await getCompany(inside, inside.scope.companyId)).name }
  })
  const answers: { key: PanelKey; answer: Answer }[] = []
  // One after the other: together they would take all connections.
  for (const key of panels)
    answers.push({
      key,
      answer: await ctx.inTransaction(null, (inside) => chartPanel(inside, { panel: key, ...asked })),
    })
  const title = ctx.phrase(`shell.titles.${chart}`)
  try {
    const pdf = await printPaper({
      language: ctx.language,
      title,
      subtitle: ctx.phrase('panels.paperPeriod', {
        from: clockText(asked.from, asked.timeZone),
        to: clockText(asked.to, asked.timeZone),
        zone: asked.timeZone,
      }),
      company,
      foot: ctx.phrase('panels.paperFoot'),
      blocks: pageBlocks(ctx, answers, asked.timeZone),
    })
    return { name: title, pdf }
  } catch (error) {
    if (error instanceof PaperTooLong) throw new AppError('chart.too_long')
    throw error
  }
}
