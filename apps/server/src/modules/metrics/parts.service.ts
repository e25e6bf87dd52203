import type { MetricSubject } from '@netward/contract/metric-catalogue'
import { cleanText } from '../../platform/clean-text.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import { partRepo } from './part.repo.ts'

/** What people call an instance, and the limits that the device gives for it. */
export interface MetricPart {
  readonly subject: MetricSubject
  readonly instance: string
  readonly label: string
  readonly low?: number | null
  readonly high?: number | null
}

const longest = 200

/**
 * Replaces what is known of a device's instances, for these subjects: what is not among `parts` is forgotten. Labels are
 * hostile text of the device: they are cut, never refused.
 */
export async function saveParts(
  scopes: Scopes,
  deviceId: string,
  subjects: readonly MetricSubject[],
  parts: readonly MetricPart[],
): Promise<void> {
  const kept = new Map<string, MetricPart>()
  for (const { subject, instance, label, low, high } of parts) {
    if (instance.length > longest || instance.includes('\0') || !instance.isWellFormed()) continue
    const shown = cleanText(label, longest)
    kept.set(`${subject} ${instance}`, {
      subject,
      instance,
      label: shown,
      low: finite(low),
      high: finite(high),
    })
  }
  await partRepo.save(scopes, deviceId, subjects, [...kept.values()])
}

const finite = (limit: number | null | undefined) =>
  limit !== null && limit !== undefined && Number.isFinite(limit) ? limit : null
