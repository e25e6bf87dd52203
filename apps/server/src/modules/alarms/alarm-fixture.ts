import type { MetricBatch, MetricValue } from '@netward/contract/metric-batch'
import type { TestApp } from '../../../test/test-app.ts'
import { writeMetrics } from '../metrics/index.ts'
import { lookAtDue } from './evaluation/due.ts'
import { placeDue } from './evaluation/place.ts'

let sequence = 0

/** Polls of a device as a batch of its own. */
export function batchOf(
  deviceId: string,
  polls: readonly { at: number; values: MetricValue[] }[],
  collector = 'alarms',
): MetricBatch {
  sequence += 1
  return {
    collector,
    epoch: 'alarms.test',
    sequence,
    sentAt: Date.now(),
    polls: polls.map((poll) => ({ deviceId, ...poll })),
  }
}

export const minute = 60_000

/** A device measured now: one poll for each list of values, five minutes apart, the last a moment ago. */
export async function measure(
  t: Pick<TestApp, 'scopes'>,
  deviceId: string,
  ...polls: readonly MetricValue[][]
): Promise<void> {
  const now = Date.now() - 1000
  for (const [index, values] of polls.entries()) {
    const at = now - (polls.length - 1 - index) * 5 * minute
    await writeMetrics(t.scopes, batchOf(deviceId, [{ at, values }]))
  }
}

/** All that is due now, as the sweep does. */
export async function lookNow(t: Pick<TestApp, 'scopes'>, at = Date.now()): Promise<void> {
  while (await lookAtDue(t.scopes, at));
  while (await placeDue(t.scopes, at));
}
