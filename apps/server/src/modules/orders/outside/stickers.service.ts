import { createHmac, randomBytes } from 'node:crypto'
import type { InputOf, OutputOf, workStickerApi } from '@netward/contract'
import { capped } from '../../../platform/db/capped-count.ts'
import { hashToken } from '../../../platform/db/scope.ts'
import { AppError } from '../../../platform/errors.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import { wrongField } from '../../../platform/http/wrong-field.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { outsideRepo } from './outside.repo.ts'

/** A sticker is printed again years later: its ticket follows from a key of the server, and only its hash is stored. */
const ticketOf = (secrets: Secrets, { id, generation }: { id: string; generation: number }): string =>
  createHmac('sha256', secrets.derive('work sticker'))
    .update(`${id}.${generation}`)
    .digest()
    .subarray(0, 18)
    .toString('base64url')

export async function pageStickers(
  ctx: RequestContext,
  query: InputOf<typeof workStickerApi.pageStickers>,
  secrets: Secrets,
): Promise<OutputOf<typeof workStickerApi.pageStickers>> {
  const { items, total } = await outsideRepo.page(ctx, query)
  return {
    items: items.map(({ generation, ...row }) => ({
      ...row,
      ticket: row.endedAt === null ? ticketOf(secrets, { id: row.id, generation }) : null,
    })),
    ...capped(total),
  }
}

export async function makeStickers(
  ctx: RequestContext,
  { outletIds, deviceIds }: InputOf<typeof workStickerApi.makeStickers>,
  secrets: Secrets,
): Promise<{ made: number }> {
  const wanted = new Set([...outletIds.map((id) => `o${id}`), ...deviceIds.map((id) => `d${id}`)])
  if (wanted.size === 0) throw wrongField(ctx, 'work_sticker.nothing', 'outletIds')
  const subjects = await outsideRepo.subjects(ctx, outletIds, deviceIds)
  if (subjects.length < wanted.size) throw new AppError('work_sticker.subject_not_found')
  let made = 0
  for (const subject of subjects) {
    const sticker = await outsideRepo.insert(ctx, subject)
    if (sticker === null) continue
    await outsideRepo.setHash(ctx, sticker.id, hashToken(ticketOf(secrets, sticker)))
    made += 1
  }
  await ctx.audit({ action: 'work_sticker.made', subjectKind: 'work_sticker', detail: { made } })
  return { made }
}

export async function endSticker(
  ctx: RequestContext,
  { stickerId }: InputOf<typeof workStickerApi.endSticker>,
): Promise<null> {
  const name = await outsideRepo.end(ctx, stickerId)
  if (name === undefined) throw new AppError('work_sticker.not_found')
  await ctx.audit({
    action: 'work_sticker.ended',
    subjectKind: 'work_sticker',
    subjectId: stickerId,
    detail: { name },
  })
  return null
}

export const newTicket = (): string => randomBytes(24).toString('base64url')
