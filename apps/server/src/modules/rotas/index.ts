import { mostRotas } from '@netward/contract/rota-values'
import type { RequestContext } from '../../platform/http/context.ts'
import type { ServerModuleFactory } from '../../platform/module.ts'
import { dutySweep, handoverSweep } from './duty-sweep.ts'
import { rotaRepo } from './rota.repo.ts'
import { rotaRoutes } from './rotas.routes.ts'

export { dutySweep, handoverSweep } from './duty-sweep.ts'
export { type Holiday, holidaysMissing, holidaysOf } from './holidays.ts'
export { rotaRoutes } from './rotas.routes.ts'
export { turnsHeld } from './turns-held.repo.ts'

/** Public holidays as the platform imported them, for `holidaysOf`. */
export const importedHolidays = (ctx: Pick<RequestContext, 'db'>) => rotaRepo.imported(ctx)

/** Rotas of the company acted in that others can name. */
export async function rotaNames(ctx: RequestContext): Promise<{ id: string; name: string }[]> {
  const { items } = await rotaRepo.page(ctx, { search: '', descending: false, limit: mostRotas, offset: 0 })
  return items.map(({ id, name }) => ({ id, name }))
}

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({
  routes: (app) => rotaRoutes(app),
  sweeps: () => [dutySweep, handoverSweep],
})
