import type { PreviewFound } from '@netward/contract'
import type { TemplateContent } from '@netward/cwmp'
import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { ComparedVersion } from './compare-gateways.ts'
import type { Candidate } from './configuration.repo.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

/** Progress of a count, and its results. */
export interface Counted {
  matching: number
  compared: number
  found: PreviewFound
  /** Gateways with something left to read; the first of them. */
  unread: string[]
}

export const previewAllRepo = {
  find({ db, scope }: Reader, templateId: string, version: number) {
    return db
      .selectFrom('provision_preview')
      .select([
        'state',
        'matching',
        'compared',
        'found',
        'unread',
        'started_at',
        'started_by_name',
        'finished_at',
      ])
      .where('company_id', '=', scope.companyId)
      .where('template_id', '=', templateId)
      .where('version', '=', version)
      .executeTakeFirst()
  },

  /** False if one is already running. */
  async begin({ db, scope }: Reader, templateId: string, version: number): Promise<boolean> {
    const begun = {
      matching: 0,
      compared: 0,
      found: null,
      unread: [],
      state: 'running' as const,
      started_by_name: scope.actorName,
      started_at: sql<string>`now()`,
      finished_at: null,
    }
    const row = await db
      .insertInto('provision_preview')
      .values({ company_id: scope.companyId, template_id: templateId, version, ...begun })
      .onConflict((oc) =>
        oc
          .columns(['company_id', 'template_id', 'version'])
          .doUpdateSet(begun)
          .where('provision_preview.state', '<>', 'running'),
      )
      .returning('version')
      .executeTakeFirst()
    return row !== undefined
  },

  findVersion(
    { db }: Pick<Reader, 'db'>,
    templateId: string,
    version: number,
  ): Promise<ComparedVersion | undefined> {
    return db
      .selectFrom('provision_version as v')
      .innerJoin('provision_template as t', 't.id', 'v.template_id')
      .select([
        't.id',
        't.name',
        sql<TemplateContent>`v.content`.as('content'),
        'v.objects_stay as objectsStay',
      ])
      .where('v.template_id', '=', templateId)
      .where('v.number', '=', version)
      .executeTakeFirst()
  },

  /** For the job, in the template's company. False if the template is gone. */
  async update(
    { db }: Pick<Reader, 'db'>,
    templateId: string,
    version: number,
    { found, ...counted }: Counted,
    state: 'running' | 'done' | 'failed',
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('provision_preview')
      .set({
        ...counted,
        found: JSON.stringify(found),
        state,
        finished_at: state === 'running' ? null : sql<string>`clock_timestamp()`,
      })
      .where('template_id', '=', templateId)
      .where('version', '=', version)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Campaigns whose job is gone or out of retries: nothing else would report them. */
  async failLost(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select fail_lost_previews()')
  },

  /** The next gateways of the company in scope that a version targets and may reach. */
  async candidates(
    { db }: Pick<Reader, 'db'>,
    templateId: string,
    version: number,
    after: string,
    most: number,
  ): Promise<Candidate[]> {
    const { rows } = await sql<Candidate>`
      select id, name, root, variables
      from provision_candidates(${templateId}::bigint, ${version}::int, ${after}::bigint, ${most}::int)`.execute(
      db,
    )
    return rows
  },
}
