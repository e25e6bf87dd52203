import { z } from 'zod'
import { backupModes } from './states/backup.ts'

/** How a campaign proceeds, whatever its gateways. */

export const ringInput = z.object({
  kind: z.enum(['percent', 'count']),
  value: z.number().int().min(1).max(1_000_000),
  /** Observation time, once enough gateways are verified, before the next ring opens. */
  soakMinutes: z.number().int().min(0).max(10_080),
})

const timeZone = z
  .string()
  .max(64)
  .refine((zone) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
    } catch {
      return false
    }
  }, 'validation.format')
  .meta({ examples: ['Asia/Shanghai'] })

export const minuteOfDay = z.number().int().min(0).max(1439)

export const campaignPlan = {
  rings: z.array(ringInput).min(1).max(10),
  /** Absent: at once. */
  startAt: z.iso.datetime({ offset: true }).optional(),
  /** In the time zone of each gateway's outlet. */
  window: z.enum(['any', 'closed_hours', 'daily']).default('any'),
  /**
   * For `daily`; for `closed_hours` where the outlet has no hours or there is none: 01:00 to 05:00 when
   * absent.
   */
  fromMinute: minuteOfDay.optional(),
  toMinute: minuteOfDay.optional(),
  /** For gateways without an outlet. */
  timeZone,
  maxConcurrent: z.number().int().min(1).max(1000).default(50),
  perMinute: z.number().int().min(1).max(1000).default(60),
  retries: z.number().int().min(0).max(5).default(1),
  retryMinutes: z.number().int().min(1).max(1440).default(30),
  offlineHours: z.number().int().min(1).max(720).default(72),
  verifyMinutes: z.number().int().min(1).max(1440).default(30),
  maxFailurePercent: z.number().int().min(0).max(100).default(10),
  /** Share of a ring to verify before the next opens; 100: the whole ring must have ended. */
  advancePercent: z.number().int().min(1).max(100).default(100),
  /** A configuration backup before the upgrade; `require`: without one a gateway is not upgraded. */
  backup: z.enum(backupModes).default('none'),
  /** Automatically rolls back gateways that return with an unexpected version, or go offline repeatedly. */
  autoRollback: z.boolean().default(false),
  /** Also installs on gateways with a newer version. */
  allowDowngrade: z.boolean().default(false),
}

export function planProblems(
  {
    window,
    fromMinute,
    toMinute,
  }: { window: string; fromMinute?: number | undefined; toMinute?: number | undefined },
  context: z.RefinementCtx,
): void {
  if (window !== 'daily') return
  for (const [field, value] of [['fromMinute', fromMinute] as const, ['toMinute', toMinute] as const])
    if (value === undefined)
      context.addIssue({ code: 'custom', path: [field], message: 'validation.missing' })
}
