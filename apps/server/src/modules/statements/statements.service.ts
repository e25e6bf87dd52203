import type { InputOf, OutputOf, statementApi } from '@netward/contract'
import { phrase } from '@netward/phrases/server'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { PdfAnswer, SeveralTransactions, XlsxAnswer } from '../../platform/http/route.ts'
import { PaperTooLong } from '../../platform/paper/document.ts'
import { printPaper } from '../../platform/paper/paper.ts'
import { statementPaper, statementWorkbook } from './paper.ts'
import { type Statement, type StatementLine, statementRepo } from './statement.repo.ts'

type One = InputOf<typeof statementApi.getStatement>

export async function pageStatements(
  ctx: RequestContext,
  query: InputOf<typeof statementApi.pageStatements>,
): Promise<OutputOf<typeof statementApi.pageStatements>> {
  const { items, total } = await statementRepo.page(ctx, query)
  return { items, ...capped(total) }
}

/** Customers that the page lists; the workbook has them all. */
const mostShown = 100

export async function getStatement(
  ctx: RequestContext,
  { statementId, language }: One,
): Promise<OutputOf<typeof statementApi.getStatement>> {
  const { statement, lines } = await found(ctx, statementId)
  const { figures: _figures, timeZone: _zone, correction: _correction, ...shown } = statement
  return { ...shown, ...statementPaper(statement, lines, language, mostShown) }
}

/** Drawn after the transaction: it takes seconds. @throws AppError statement.not_found, report.too_long */
export async function printStatement(
  ctx: SeveralTransactions,
  { statementId, language }: One,
): Promise<PdfAnswer> {
  const { statement, lines } = await ctx.inTransaction(null, (inside) => found(inside, statementId))
  const said = statementPaper(statement, lines, language)
  try {
    const pdf = await printPaper({
      ...said,
      language,
      company: statement.companyName,
      foot: phrase(language, 'lineReports.paper.page'),
    })
    return { name: said.title, pdf }
  } catch (error) {
    if (error instanceof PaperTooLong) throw new AppError('report.too_long')
    throw error
  }
}

export async function exportStatement(
  ctx: RequestContext,
  { statementId, language }: One,
): Promise<XlsxAnswer> {
  const { statement, lines } = await found(ctx, statementId)
  return {
    name: statementPaper(statement, [], language).title,
    xlsx: await statementWorkbook(statement, lines, language),
  }
}

async function found(
  ctx: RequestContext,
  statementId: string,
): Promise<{ statement: Statement; lines: StatementLine[] }> {
  const statement = await statementRepo.find(ctx, statementId)
  if (statement === undefined) throw new AppError('statement.not_found')
  return { statement, lines: statement.kind === 'msp' ? await statementRepo.lines(ctx, statement) : [] }
}
