import type { LinePlan } from '@netward/collector'
import {
  type LineProfile,
  type LineProfileKind,
  shippedProfiles,
  testsOf,
} from '@netward/contract/line-profiles'
import type { LineMeasurer } from '@netward/contract/line-quality-values'
import type { Scopes } from '../../platform/db/scope.ts'
import { type PlannedLine, planRepo } from './plan.repo.ts'

/** Which lines a collector tests: those of a poller's shares, or those of a probe's outlets. */
export type LineCollector = { readonly shares: readonly number[] } | { readonly probeId: string }

/** The plan of lines of a collector, whole: lines whose product is off, and those without a target, are not in it. */
export async function planOfLines(scopes: Scopes, collector: LineCollector): Promise<LinePlan[]> {
  const plans: LinePlan[] = []
  for await (const rows of planRepo.lines(scopes, collector)) {
    for (const row of rows) {
      const plan = planOf(row, 'probeId' in collector)
      if (plan.tests.length > 0) plans.push(plan)
    }
  }
  return plans
}

function planOf(row: PlannedLine, inside: boolean): LinePlan {
  const profile = effectiveProfile(row.profile, row.settings)
  return {
    lineId: row.line_id,
    companyCode: row.company_code,
    outletId: row.outlet_id,
    from: inside ? 'inside' : 'outside',
    source: null,
    tests: testsOf(profile, {
      inside,
      address: row.address,
      ispHost: row.isp_host,
      businessHost: row.business_host,
    }),
  }
}

/** What a company changed, over what is shipped: a setting that a later version adds has its shipped value. */
export function effectiveProfile(kind: LineProfileKind, changed: Partial<LineProfile> | null): LineProfile {
  const shipped = shippedProfiles[kind]
  return { ...shipped, ...changed, limits: { ...shipped.limits, ...changed?.limits } }
}

/** Of a line that only its gateway tests. */
const gatewayEveryMinutes = 15

/** Minutes from one test of a line to the next. */
export function everyMinutesOf(
  by: LineMeasurer | null,
  kind: LineProfileKind,
  changed: Partial<LineProfile> | null,
): number {
  if (by === 'gateway') return gatewayEveryMinutes
  return Math.max(1, Math.round(effectiveProfile(kind, changed).everySeconds / 60))
}
