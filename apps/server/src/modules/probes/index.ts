import type { ServerModuleFactory } from '../../platform/module.ts'
import { writeMetrics } from '../metrics/index.ts'
import { saveInventoryParts } from '../snmp/index.ts'
import { ProbeHub } from './hub/hub.ts'
import { hubRepo } from './hub/hub.repo.ts'
import { probeRoutes } from './probes.routes.ts'
import { Programs } from './release.ts'
import { useHub } from './through-probe.ts'

export { StreamRefused } from './hub/streams.ts'
export { connectThroughProbe, lanConnector } from './through-probe.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ scopes, secrets, log, messages }) => {
  const programs = new Programs()
  const hub = new ProbeHub({
    scopes,
    secrets,
    log,
    release: () => programs.release(),
    writeBatch: (batch, receivedAt) => writeMetrics(scopes, batch, receivedAt),
    saveParts: (fact) => saveInventoryParts(scopes, fact),
  })
  useHub(scopes, hub)
  return {
    routes: (app) => probeRoutes(app, { hub, programs, publicUrl: messages.publicUrl }),
    start() {
      hub.start()
      return hub
    },
    sweeps: () => [
      { name: 'probes.prune', everySeconds: 3600, run: ({ scopes: own }) => hubRepo.prune(own) },
    ],
    gauges: () => ({ probes: () => hub.connected, probe_foreign_samples: () => hub.foreignSamples }),
  }
}
