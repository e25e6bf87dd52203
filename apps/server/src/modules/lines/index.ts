import type { Scopes } from '../../platform/db/scope.ts'
import { intakeOf, openMetricStore } from '../../platform/metrics/open-store.ts'
import type { ServerModuleFactory } from '../../platform/module.ts'
import { carrierSweeps } from './carrier/carrier.service.ts'
import { followMinutes, lineSweeps } from './ledger/ledger-sweep.ts'
import { LineUse } from './line-use.ts'
import { useDaySweep } from './line-use-days.ts'
import { lineQualityRoutes } from './lines.routes.ts'
import { targetSweep } from './target/target-sweep.ts'

export { type LineCollector, planOfLines } from './line-plan.ts'
export { AskedTests, sealedUrlOf } from './asked-tests.ts'
export { countedFrom, countMinutes, lettersByHour, type Pair } from './counted-line.service.ts'
export { keepUseDays } from './line-use-days.ts'
export { hadOutage } from './measured-line.repo.ts'
export { CollectedLines } from './collected-lines.ts'
export { type LedgerEntry, type LineLedger, lineLedger, outageMoments } from './line-ledger.service.ts'
export { takeLineFacts } from './line-intake.ts'
export { effectiveProfile, everyMinutesOf } from './line-plan.ts'
export { isOpenAt, type OpenHours, openHours } from './open-hours.ts'
export { linesMatching, openedLine } from './lines.service.ts'
export { lineQualityRoutes } from './lines.routes.ts'

/** From now on the ledger of outages follows minutes of lines. */
export function keepLedger(scopes: Scopes): void {
  intakeOf(scopes).followLinesWith(followMinutes)
}

/** From now on what gateways count on a WAN is the use of its line, too. */
export function deriveLineUse(scopes: Scopes): void {
  intakeOf(scopes).deriveWith(new LineUse(scopes))
}

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ config, scopes }) => {
  deriveLineUse(scopes)
  keepLedger(scopes)
  const store = openMetricStore(scopes, config.metricsUrl)
  return {
    routes: (app) => lineQualityRoutes(app),
    sweeps: () => [...lineSweeps, targetSweep, ...carrierSweeps, useDaySweep(store)],
  }
}
