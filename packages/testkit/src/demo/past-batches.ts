import type { MetricBatch, MetricPoll } from '@netward/contract/metric-batch'

const minute = 60_000
const day = 86_400_000
/** A week, the week before it to compare with, and a day of grace. */
const days = 15
/** Recent polls are as dense as real ones; charts of more days show no more than a value per quarter of an hour. */
const denseDays = 2
/** Values of a batch: a few switches' worth of an hour. */
const mostValues = 8_000

/** The times of past polls, in order. */
export function* pastTimes(now: number): Generator<number> {
  const last = Math.floor(now / (5 * minute)) * 5 * minute
  const dense = last - denseDays * day
  for (let at = last - days * day; at < dense; at += 15 * minute) yield at
  for (let at = dense; at < last; at += 5 * minute) yield at
}

/**
 * Polls as a collector that spooled them would send them. Batches are numbered from 1 within their epoch, so that a repeat
 * changes nothing.
 */
export async function* inBatches(
  epoch: string,
  pastPolls: AsyncIterable<MetricPoll> | Iterable<MetricPoll>,
): AsyncGenerator<MetricBatch> {
  let polls: MetricPoll[] = []
  let values = 0
  let sequence = 0
  const batch = (): MetricBatch => ({
    collector: 'demo',
    epoch,
    sequence: ++sequence,
    sentAt: Date.now(),
    polls,
  })
  for await (const poll of pastPolls) {
    polls.push(poll)
    values += poll.values.length
    if (values < mostValues) continue
    yield batch()
    polls = []
    values = 0
  }
  if (polls.length > 0) yield batch()
}
