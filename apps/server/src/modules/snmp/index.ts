import type { InventoryFact } from '@netward/collector'
import { metricOf } from '@netward/contract/metric-catalogue'
import type { Scopes } from '../../platform/db/scope.ts'
import type { ServerModuleFactory } from '../../platform/module.ts'
import { saveParts, writeMetrics } from '../metrics/index.ts'
import { Poller } from './poller/poller.ts'
import { snmpRoutes } from './snmp.routes.ts'

export { DeviceValues } from './poller/device-values.ts'
export { fitting, type OpenCredential, opened } from './poller/fitting-credentials.ts'
export { Intake } from './poller/intake.ts'
export { Plan } from './poller/plan.ts'
export { type CredentialSecretRow, pollerRepo, type TargetRow, type TrialToDo } from './poller/poller.repo.ts'
export { Scans } from './poller/scans.ts'
export { endedTrial } from './poller/trial-end.ts'
export { credentialNames, equalCredential, findCredential } from './credentials.service.ts'
export { mergedSecret, openSecret, sealSecret } from './secret.ts'
export { snmpRoutes } from './snmp.routes.ts'
export { type WorstValue, worstOf } from './worst-value.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ config, scopes, secrets, log }) => {
  const poller = new Poller({
    scopes,
    secrets,
    log,
    deviceRanges: config.acs.deviceRanges,
    trapPort: config.trapPort,
    writeBatch: (batch, receivedAt) => writeMetrics(scopes, batch, receivedAt),
    saveParts: (fact) => saveInventoryParts(scopes, fact),
  })
  return {
    routes: (app) => snmpRoutes(app, { secrets }),
    poller: () => {
      poller.start()
      return poller
    },
    gauges: () => (config.roles.includes('poller') ? poller.gauges() : {}),
  }
}

/** Names and limits of the parts that an inventory found. */
export function saveInventoryParts(scopes: Scopes, { deviceId, reading }: InventoryFact): Promise<unknown> {
  return saveParts(scopes, deviceId, partSubjects, partsOf(reading))
}

/** What inventories say of: all parts but those of gateways. */
const partSubjects = ['interface', 'processor', 'memory', 'storage', 'sensor', 'supply', 'radio'] as const

/** Sensors and supplies by their own names, interfaces by what people call them. */
function partsOf({ parts, interfaces }: InventoryFact['reading']) {
  return [
    ...interfaces.map(({ key, name, alias }) => ({
      subject: 'interface' as const,
      instance: key,
      label: alias === '' ? name || key : `${name || key} (${alias})`,
    })),
    ...parts.map(({ metric, instance, label, low, high }) => ({
      subject: metricOf(metric).of,
      instance,
      label,
      low: low ?? null,
      high: high ?? null,
    })),
  ]
}
