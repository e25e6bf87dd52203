import type { Scopes } from '../db/scope.ts'
import { Intake } from './intake/write-batch.ts'
import type { MetricStore } from './metric-store.ts'
import { VictoriaClient } from './victoria/client.ts'
import { VictoriaStore } from './victoria/victoria-store.ts'
import { PostgresStore } from './postgres/postgres-store.ts'

/** One per process and database: the series that it knows are shared by all that write. */
const intakes = new WeakMap<Scopes, Intake>()

export function intakeOf(scopes: Scopes): Intake {
  let intake = intakes.get(scopes)
  if (!intake) intakes.set(scopes, (intake = new Intake(scopes)))
  return intake
}

/** @param metricsUrl of a VictoriaMetrics; null: PostgreSQL keeps the samples. */
export function openMetricStore(scopes: Scopes, metricsUrl: string | null = null): MetricStore {
  const intake = intakeOf(scopes)
  return metricsUrl === null
    ? new PostgresStore(intake)
    : new VictoriaStore(intake, new VictoriaClient(metricsUrl))
}
