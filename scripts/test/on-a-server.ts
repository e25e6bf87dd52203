/**
 * Tests that a PostgreSQL server may answer otherwise than the embedded one: roles and rights, making the schema,
 * isolation between companies, backup, jobs and events over connections of their own, processes that are killed, and
 * each endpoint once; and those that need VictoriaMetrics, programs of Net-SNMP or
 * network namespaces. A folder stands for its files. All others ask
 * the same SQL of the same engine.
 */
export const onAServer: readonly string[] = [
  'apps/server/src/platform/db/',
  'apps/server/src/platform/jobs/',
  'apps/server/src/platform/live/',
  'apps/server/src/platform/master-key.test.ts',
  'apps/server/src/platform/metrics/',
  'apps/server/src/modules/alarms/groups-at-once.test.ts',
  'apps/server/src/modules/applications/killed-worker.test.ts',
  'apps/server/src/modules/devices/data-scope.test.ts',
  'apps/server/src/modules/licences/quotas.test.ts',
  'apps/server/src/modules/ota/campaign-preparing.test.ts',
  'apps/server/src/modules/ota/killed-worker.test.ts',
  'apps/server/src/modules/parts/ledger.property.test.ts',
  'apps/server/src/modules/roles/grants.property.test.ts',
  'apps/server/test/endpoints.test.ts',
  'apps/server/test/processes.test.ts',
  'packages/collector/src/link/impaired-network.test.ts',
  'packages/collector/src/snmp/real-agent.test.ts',
  'packages/collector/src/traps/real-traps.test.ts',
]
