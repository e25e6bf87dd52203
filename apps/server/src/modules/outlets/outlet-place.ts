import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { outletRepo } from './outlet.repo.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

interface Place {
  readonly id: string
  readonly name: string
}

/** An outlet of the company acted in as the place of a device, locked against being deleted. */
export async function findOutlet(ctx: Reader, outletId: string): Promise<Place | null> {
  return (await outletRepo.share(ctx, outletId)) ?? null
}

/** @throws AppError outlet.not_found */
export async function getOutlet(ctx: Reader, outletId: string): Promise<Place> {
  const outlet = await findOutlet(ctx, outletId)
  if (outlet === null) throw new AppError('outlet.not_found')
  return outlet
}

export async function outletNames(
  ctx: Reader,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  return wanted.length === 0 ? new Map() : outletRepo.names(ctx, wanted)
}

/** Whether the user has a partial scope: what leaves it becomes invisible. */
export function seesPart(ctx: Reader): Promise<boolean> {
  return outletRepo.seesPart(ctx)
}
