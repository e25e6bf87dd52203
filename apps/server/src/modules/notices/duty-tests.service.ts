import type { dutyTestApi, OutputOf } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { rotaNames } from '../rotas/index.ts'
import { dutyTestRepo } from './duty-test.repo.ts'

export async function dutyTests(
  ctx: RequestContext,
  { rotaId }: { rotaId: string },
): Promise<OutputOf<typeof dutyTestApi.dutyTests>> {
  if (!(await rotaNames(ctx)).some(({ id }) => id === rotaId)) throw new AppError('rota.not_found')
  return {
    isNotified: await dutyTestRepo.isNotified(ctx, rotaId),
    items: await dutyTestRepo.latest(ctx, rotaId),
  }
}

export async function confirmDutyTest(ctx: RequestContext, { testId }: { testId: string }): Promise<null> {
  if (!(await dutyTestRepo.confirm(ctx, testId))) throw new AppError('notice.test_not_found')
  await ctx.audit({ action: 'duty_test.confirmed', subjectKind: 'duty_test', subjectId: testId, detail: {} })
  return null
}
