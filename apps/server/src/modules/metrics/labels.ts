import { metricOf } from '@netward/contract/metric-catalogue'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Series } from '../../platform/metrics/metric-store.ts'
import { partRepo, type PartRow } from './part.repo.ts'

export interface Labelled {
  label: string
  low: number | null
  high: number | null
}

/** What people call the instances of these devices and lines. */
export async function labelsOf(
  ctx: Pick<RequestContext, 'db'>,
  subjectIds: readonly string[],
): Promise<(series: Series) => Labelled> {
  const parts = new Map((await partRepo.of(ctx, subjectIds)).map((part) => [keyOf(part), part]))
  return ({ deviceId, metric, instance }) => {
    const part = parts.get(keyOf({ subject_id: deviceId, subject: metricOf(metric).of, instance }))
    return { label: part?.label ?? instance, low: part?.low ?? null, high: part?.high ?? null }
  }
}

const keyOf = ({ subject_id, subject, instance }: Pick<PartRow, 'subject_id' | 'subject' | 'instance'>) =>
  `${subject_id} ${subject} ${instance}`
