import type { RequestContext } from '../../platform/http/context.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { MetricPart } from './parts.service.ts'

export interface PartRow {
  subject_id: string
  subject: string
  instance: string
  label: string
  low: number | null
  high: number | null
}

export const partRepo = {
  async save(
    scopes: Scopes,
    deviceId: string,
    subjects: readonly string[],
    parts: readonly MetricPart[],
  ): Promise<void> {
    await scopes.asLoginRole('select metric_save_parts($1, $2, $3::jsonb)', [
      deviceId,
      subjects,
      JSON.stringify(parts),
    ])
  },

  async of({ db }: Pick<RequestContext, 'db'>, subjectIds: readonly string[]): Promise<PartRow[]> {
    if (subjectIds.length === 0) return []
    return db
      .selectFrom('metric_part')
      .select(['subject_id', 'subject', 'instance', 'label', 'low', 'high'])
      .where('subject_id', 'in', subjectIds)
      .execute()
  },
}
