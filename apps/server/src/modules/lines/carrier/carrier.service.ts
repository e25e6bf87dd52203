import type { InputOf, lineQualityApi, OutputOf } from '@netward/contract'
import { cityOf, guessCity } from '@netward/contract/cities'
import { phrase } from '@netward/phrases/server'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import type { Sweep } from '../../../platform/jobs/job.ts'
import { carrierRepo } from './carrier.repo.ts'
import { carrierOutagesOf } from './find.ts'

const groups = 50
const guesses = 500

/** Finds outages of carriers anew where lines changed. @returns how many ISPs in cities it looked at */
export async function findCarrierOutages(scopes: Scopes): Promise<number> {
  const due = await carrierRepo.take(scopes, groups)
  for (const one of due) {
    const { isp, city, outages } = one
    const name = (language: 'zh' | 'en') =>
      `${phrase(language, `outlets.isps.${isp}`)} ${cityOf(city)?.name ?? city}`
    await carrierRepo.write(scopes, one, { zh: name('zh'), en: name('en') }, carrierOutagesOf(outages))
  }
  return due.filter(({ marked }) => marked !== null).length
}

/** Guesses the city of outlets whose region or address changed. @returns how many */
export async function guessCities(scopes: Scopes): Promise<number> {
  const outlets = await carrierRepo.toGuess(scopes, guesses)
  if (outlets.length > 0)
    await carrierRepo.guessed(
      scopes,
      outlets.map((outlet) => ({ ...outlet, city: guessCity(outlet.region, outlet.address) })),
    )
  return outlets.length
}

/** Nothing of other companies: whom a finding is shown to, and what of it, is up to the database (db/functions/lines/carrier.sql). */
export async function listCarrierOutages(
  ctx: RequestContext,
  { lineId, outletId }: InputOf<typeof lineQualityApi.listCarrierOutages>,
): Promise<OutputOf<typeof lineQualityApi.listCarrierOutages>> {
  const all = await carrierRepo.seen(ctx, lineId ?? null, outletId ?? null)
  const asked = lineId !== undefined || outletId !== undefined
  const items =
    !asked || ctx.scope.kind === 'company'
      ? all
      : all.filter(({ own }) => own.some((one) => one.lineId === lineId || one.outletId === outletId))
  return { items: items.map(({ city, ...one }) => ({ ...one, cityCode: city })) }
}

export const carrierSweeps: readonly Sweep[] = [
  {
    name: 'lines.cities',
    everySeconds: 30,
    async run({ scopes, signal }) {
      while (!signal.aborted && (await guessCities(scopes)) === guesses);
    },
  },
  {
    name: 'lines.carriers',
    everySeconds: 10,
    async run({ scopes, signal }) {
      while (!signal.aborted && (await findCarrierOutages(scopes)) === groups);
    },
  },
]
