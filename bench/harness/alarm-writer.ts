import { watchSamples } from '../../apps/server/src/modules/alarms/index.ts'
import { createPool } from '../../apps/server/src/platform/db/pool.ts'
import type { DatabaseRoles } from '../../apps/server/src/platform/db/roles.ts'
import { createLogger } from '../../apps/server/src/platform/log.ts'
import { Scopes } from '../../apps/server/src/platform/db/scope.ts'
import { intakeOf } from '../../apps/server/src/platform/metrics/open-store.ts'
import type { MetricBatch } from '@netward/contract/metric-batch'
import type pg from 'pg'

/** A process that writes samples and evaluates them, until somebody kills it. */
export interface WriterSettings {
  readonly database: pg.ClientConfig
  readonly roles: DatabaseRoles
}

const { database, roles } = JSON.parse(process.argv[2] ?? '{}') as WriterSettings
const scopes = new Scopes(createPool(database, createLogger('silent'), 4), roles)
watchSamples(scopes)
process.on('message', (batch: MetricBatch) => {
  intakeOf(scopes)
    .write(batch)
    .then(
      () => process.send?.({ written: batch.sequence }),
      (error: unknown) => process.send?.({ failed: String(error) }),
    )
})
process.send?.({ ready: true })
