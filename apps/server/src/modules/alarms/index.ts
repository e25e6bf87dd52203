import { intakeOf, openMetricStore } from '../../platform/metrics/open-store.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { ServerModuleFactory } from '../../platform/module.ts'
import { alarmRoutes } from './alarms.routes.ts'
import { alarmSweeps } from './alarms.sweeps.ts'
import { noteShippedRules } from './evaluation/shipped.ts'
import { AlarmWatcher } from './evaluation/watcher.ts'

export { handOverAlarms } from './alarm-acts.service.ts'
export { alarmRoutes } from './alarms.routes.ts'
export { eventsOfRules, type RuleEvent } from './evaluation/event-rules.ts'
export { PastFollower } from './evaluation/past-follower.ts'

/** From now on this process evaluates alarm rules on what it writes. */
export function watchSamples(scopes: Scopes): void {
  intakeOf(scopes).watchWith(new AlarmWatcher(scopes))
}

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ scopes, config }) => {
  watchSamples(scopes)
  return {
    prepare: () => noteShippedRules(scopes),
    routes: (app) => alarmRoutes(app, { scopes, store: openMetricStore(scopes, config.metricsUrl) }),
    sweeps: () => alarmSweeps,
  }
}
