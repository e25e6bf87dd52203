import { outletApi } from '@netward/contract'
import { labelsOf } from '@netward/contract/entity-fields'
import { outletEntity } from '@netward/contract/outlet-fields'
import { rowProblems } from '../../platform/entity/row-problem.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { insertWithinQuota, type NewRow, type RefusedRow } from '../../platform/import/import-file.ts'
import { contactsOf } from './contact-list.ts'
import { outletListRepo } from './outlet-list.repo.ts'
import { outletRepo, type OutletValues } from './outlet.repo.ts'
import { storedValues } from './outlets.service.ts'
import { refusalOfWrite } from './write-refusal.ts'

/** Outlets of the company acted in by their codes in lower case. */
export async function outletsByCode(
  ctx: RequestContext,
  codes: readonly string[],
): Promise<ReadonlyMap<string, { id: string; name: string }>> {
  const found = await outletListRepo.ofCodes(ctx, codes)
  return new Map(found.map(({ id, name, code }) => [code.toLowerCase(), { id, name }]))
}

export type NewOutlet = OutletValues

/** An outlet from the cells of a file, or why it is none. */
export function newOutlet(
  ctx: RequestContext,
  cells: Readonly<Record<'code' | 'name' | 'region' | 'address' | 'contacts', string>>,
  timeZone: string,
): { values: NewOutlet } | { reasons: string[] } {
  const { code, name, region, address } = cells
  const contacts = contactsOf(cells.contacts)
  const parsed = outletApi.createOutlet.input.safeParse({ code, name, region, address, contacts })
  return parsed.success
    ? { values: storedValues(parsed.data, parsed.data.timeZone ?? timeZone) }
    : { reasons: rowProblems(ctx, parsed, labelsOf(outletEntity)) }
}

export const zoneOfNewOutlets = (ctx: RequestContext) => outletRepo.companyTimeZone(ctx)

/** Ids in the order of the rows; none where rows are refused. */
export async function insertNewOutlets(
  ctx: RequestContext,
  rows: readonly NewRow<NewOutlet>[],
): Promise<{ ids: readonly string[]; refused: readonly RefusedRow[] }> {
  let ids: readonly string[] = []
  if (rows.length === 0) return { ids, refused: [] }
  const refused = await insertWithinQuota(ctx, rows, async (values) => {
    ids = await refusalOfWrite(ctx, () => outletRepo.insert(ctx, values))
  })
  if (refused.length === 0) await ctx.emit('outlet.changed', null)
  return { ids, refused }
}
