import type { licenceApi, OutputOf } from '@netward/contract'
import { quotaKinds } from '@netward/contract/states/licence'
import type { RequestContext } from '../../platform/http/context.ts'
import { forecast } from './forecast.ts'
import { usageRepo } from './usage.repo.ts'

type Usage = OutputOf<typeof licenceApi.usage>

export async function usage(ctx: RequestContext): Promise<Usage> {
  const [held, counted, snapshots] = await Promise.all([
    usageRepo.packageOf(ctx),
    usageRepo.find(ctx),
    usageRepo.history(ctx),
  ])
  return {
    package: held && {
      code: held.code,
      nameZh: held.name_zh,
      nameEn: held.name_en,
      version: held.version,
      newestVersion: held.newest_version,
    },
    kinds: quotaKinds.map((kind) => {
      const { used, granted } = counted.find((row) => row.kind === kind) ?? { used: 0, granted: null }
      const history = snapshots
        .filter((row) => row.kind === kind)
        .map(({ day, used: n }) => ({ day, used: n }))
      return {
        kind,
        used,
        granted,
        remaining: granted === null ? null : Math.max(0, granted - used),
        level: levelOf(used, granted),
        forecast: forecast(history, used, granted),
        history,
      }
    }),
  }
}

export async function licenceWarnings(
  ctx: RequestContext,
): Promise<OutputOf<typeof licenceApi.licenceWarnings>> {
  const [counted, ending] = await Promise.all([usageRepo.find(ctx), usageRepo.ending(ctx)])
  const at = (...levels: Usage['kinds'][number]['level'][]) =>
    counted.filter((row) => levels.includes(levelOf(row.used, row.granted))).map((row) => row.kind)
  return {
    exceeded: at('exceeded'),
    nearly: at('nearly', 'full'),
    ending: ending?.ends_at ? { kind: ending.kind, endsAt: ending.ends_at } : null,
  }
}

/** From the pool of unknown gateways: the excess waits there. */
export async function deviceQuota(ctx: RequestContext): Promise<{ used: number; granted: number | null }> {
  const counted = (await usageRepo.find(ctx)).find((row) => row.kind === 'devices')
  return { used: counted?.used ?? 0, granted: counted?.granted ?? null }
}

/** @throws AppError licence.exceeded when no further device can be added. */
export async function requireDeviceRoom(ctx: RequestContext): Promise<void> {
  await usageRepo.requireRoom(ctx, 'devices')
}

/** Warned from 80 % on; an unused quota never runs out. */
function levelOf(used: number, granted: number | null): Usage['kinds'][number]['level'] {
  if (granted === null || used === 0 || used * 5 < granted * 4) return 'fine'
  return used > granted ? 'exceeded' : used === granted ? 'full' : 'nearly'
}
