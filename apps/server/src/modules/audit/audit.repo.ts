import { cappedCount } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

export const auditRepo = {
  async page(
    { db, scope }: RequestContext,
    {
      page,
      pageSize,
      action,
      subjectId,
    }: { page: number; pageSize: number; action: string | undefined; subjectId: string | undefined },
  ) {
    // The log of the company acted in, also for those who see the logs of others below it.
    const matching = db
      .selectFrom('audit_log')
      .where('company_id', '=', scope.companyId)
      .$if(action !== undefined && action !== '', (query) => query.where('action', '=', action!))
      .$if(subjectId !== undefined && subjectId !== '', (query) => query.where('subject_id', '=', subjectId!))
    const items = await matching
      .selectAll()
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute()
    return { items, ...(await cappedCount(db, matching)) }
  },
}
