import type { ActivationFailure, ActivationStep, ServiceState } from '@netward/contract/states/application'
import type { applicationApi, InputOf, StateAuthor } from '@netward/contract'
import { type Selectable, sql } from 'kysely'
import { cappedCount } from '../../platform/db/capped-count.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Database } from '../../platform/db/tables.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { RequestContext } from '../../platform/http/context.ts'

export type ApplicationRow = Selectable<Database['application']> & {
  product_code: string
  product_name_zh: string
  product_name_en: string
  product_icon: string | null
  product_state: ServiceState
  state_author: StateAuthor | null
  product_type: 'console' | 'service'
}

interface Changes {
  display_name?: string
  icon?: string | null
  state?: ServiceState
  failure?: ActivationFailure | null
  permissions?: string[]
  maintenance_zh?: string
  maintenance_en?: string
  maintenance_until?: string | null
  stopped_by?: string | null
  stopped_because?: 'package' | null
  run?: number
}

const withProduct = (db: Db, companyId: string) =>
  db
    .selectFrom('application')
    .innerJoin('product', 'product.id', 'application.product_id')
    .where('application.company_id', '=', companyId)
    .where('application.state', '<>', 'deleted')

const shownColumns = [
  'product.code as product_code',
  'product.name_zh as product_name_zh',
  'product.name_en as product_name_en',
  'product.icon as product_icon',
  'product.state as product_state',
  'product.type as product_type',
  sql<StateAuthor | null>`state_author(application.stopped_by, application.company_id)`.as('state_author'),
] as const

/** An MSP and the platform also see those below; these are the applications of the company acted in. */
export const applicationRepo = {
  /** Those of the codes that the caller does not hold company-wide. */
  async notHeld({ db }: RequestContext, codes: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ code: string }>`
      select code from not_to_grant(${[...codes]}, 'company', '{}')`.execute(db)
    return rows.map(({ code }) => code)
  },

  async page(
    { db, scope }: RequestContext,
    { page, pageSize, search = '', state, sort }: InputOf<typeof applicationApi.pageApplications>,
  ) {
    const term = search.toLowerCase()
    const matching = withProduct(db, scope.companyId)
      .$if(state !== undefined, (query) => query.where('application.state', 'in', state!))
      .$if(term !== '', (query) =>
        query.where(
          sql<boolean>`strpos(lower(concat_ws(' ', display_name, app_id, product.name_zh, product.name_en)), ${term}) > 0`,
        ),
      )
    const direction = sort.startsWith('-') ? 'desc' : 'asc'
    const items = await matching
      .selectAll('application')
      .select(shownColumns)
      .orderBy(
        sort.endsWith('displayName') ? 'application.display_name' : 'application.created_at',
        direction,
      )
      .orderBy('application.id', direction)
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute()
    return { items, ...(await cappedCount(db, matching as never)) }
  },

  find({ db, scope }: RequestContext, id: string): Promise<ApplicationRow | undefined> {
    return withProduct(db, scope.companyId)
      .selectAll('application')
      .select(shownColumns)
      .where('application.id', '=', id)
      .executeTakeFirst()
  },

  async lock(ctx: RequestContext, id: string): Promise<ApplicationRow | undefined> {
    const { db, scope } = ctx
    await db
      .selectFrom('application')
      .select('id')
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .forUpdate()
      .execute()
    return applicationRepo.find(ctx, id)
  },

  /** Undefined if the company already has one of that product. */
  async insert(
    { db, scope }: RequestContext,
    application: { productId: string; displayName: string; appId: string; permissions: string[] },
  ): Promise<string | undefined> {
    const made = await db
      .insertInto('application')
      .values({
        company_id: scope.companyId,
        product_id: application.productId,
        display_name: application.displayName,
        app_id: application.appId,
        permissions: application.permissions,
        icon: null,
        failure: null,
        maintenance_until: null,
        stopped_by: null,
        stopped_because: null,
        person_id: null,
        last_used_at: null,
      })
      .onConflict((conflict) =>
        // Inlined: a parameter would not match the predicate of the partial index.
        conflict
          .columns(['company_id', 'product_id'])
          .where(sql<boolean>`state <> 'deleted'`)
          .doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    return made?.id
  },

  async update({ db, scope }: RequestContext, id: string, changes: Changes): Promise<void> {
    await db
      .updateTable('application')
      .set({ ...changes, changed_at: sql<string>`now()` })
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },

  steps({ db, scope }: RequestContext, id: string) {
    return db
      .selectFrom('application_step')
      .select(['step', 'state', 'at'])
      .where('company_id', '=', scope.companyId)
      .where('application_id', '=', id)
      .execute()
  },

  async forgetSteps({ db, scope }: RequestContext, id: string): Promise<void> {
    await db
      .deleteFrom('application_step')
      .where('company_id', '=', scope.companyId)
      .where('application_id', '=', id)
      .execute()
  },

  async openTokens({ db, scope }: RequestContext, id: string): Promise<number> {
    const row = await db
      .selectFrom('application_session')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('company_id', '=', scope.companyId)
      .where('application_id', '=', id)
      .where('expires_at', '>', sql<string>`now()`)
      .executeTakeFirstOrThrow()
    return row.n
  },

  async endTokens({ db, scope }: RequestContext, id: string): Promise<void> {
    await db
      .deleteFrom('application_session')
      .where('company_id', '=', scope.companyId)
      .where('application_id', '=', id)
      .execute()
  },

  offered({ db, scope }: RequestContext) {
    return db
      .selectFrom('product')
      .select([
        'id',
        'code',
        'name_zh',
        'name_en',
        'description_zh',
        'description_en',
        'type',
        'version',
        'icon',
        'state',
        sql<boolean>`exists (select 1 from application a
          where a.company_id = ${scope.companyId} and a.product_id = product.id and a.state <> 'deleted')`.as(
          'taken',
        ),
        sql<boolean>`may_activate(product.id)`.as('in_package'),
      ])
      .where('state', 'in', ['normal', 'maintenance'])
      .orderBy('id')
      .execute()
  },

  /** Whether the company acted in may have an application of a product. */
  async mayActivate({ db }: RequestContext, productId: string): Promise<boolean> {
    const { rows } = await sql<{ may: boolean }>`select may_activate(${productId}) as may`.execute(db)
    return rows[0]?.may ?? false
  },

  /** Maintenance or disabled state, by the product for all companies, or by the company's own application. */
  async stops({ db, scope }: RequestContext) {
    const { rows } = await sql<{
      code: 'application.maintenance' | 'application.disabled' | 'application.missing'
      product_id: string
      product_code: string
      product_name_zh: string
      product_name_en: string
      message_zh: string
      message_en: string
      until: string | null
      missing: 'activating' | 'abnormal' | 'not_activated' | 'not_in_package' | null
      level: StateAuthor['level'] | null
    }>`select * from product_stops(${scope.companyId}, ${scope.identity}) order by code, until desc`.execute(
      db,
    )
    return rows
  },
}

/** Steps of the activation job, each in a transaction of its own. */
export const activationRepo = {
  /** The application, while this activation run is in progress. */
  lock(db: Db, companyId: string, id: string, run: number) {
    return db
      .selectFrom('application')
      .innerJoin('product', 'product.id', 'application.product_id')
      .innerJoin('company', 'company.id', 'application.company_id')
      .select([
        'application.app_id',
        'application.permissions',
        'product.type as product_type',
        'application.display_name',
        'product.state as product_state',
        'company.status as company_status',
      ])
      .where('application.company_id', '=', companyId)
      .where('application.id', '=', id)
      .where('application.run', '=', run)
      .where('application.state', '=', 'activating')
      .forUpdate('application')
      .executeTakeFirst()
  },

  async stepsDone(db: Db, companyId: string, id: string): Promise<ActivationStep[]> {
    const rows = await db
      .selectFrom('application_step')
      .select('step')
      .where('company_id', '=', companyId)
      .where('application_id', '=', id)
      .where('state', '=', 'done')
      .execute()
    return rows.map(({ step }) => step)
  },

  async setStep(
    db: Db,
    companyId: string,
    id: string,
    step: ActivationStep,
    state: 'running' | 'done' | 'failed',
  ): Promise<void> {
    await db
      .insertInto('application_step')
      .values({ company_id: companyId, application_id: id, step, state })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'application_id', 'step'])
          .doUpdateSet({ state, at: sql<string>`now()` }),
      )
      .execute()
    await db
      .updateTable('application')
      .set({ changed_at: sql<string>`now()` })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
    await activationRepo.publish(db, companyId, id)
  },

  async finish(
    db: Db,
    companyId: string,
    id: string,
    state: 'normal' | 'abnormal',
    failure: ActivationFailure | null,
  ): Promise<void> {
    await db
      .updateTable('application')
      .set({ state, failure, changed_at: sql<string>`now()` })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
    await activationRepo.publish(db, companyId, id)
  },

  async publish(db: Db, companyId: string, id: string): Promise<void> {
    await db
      .insertInto('live_event')
      .values({ company_id: companyId, kind: 'application.changed', subject_id: id })
      .execute()
  },

  async endMaintenances(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select end_maintenances()')
  },

  endStuck(scopes: Scopes): Promise<{ company_id: string; display_name: string }[]> {
    return scopes.asLoginRole('select company_id, display_name from end_stuck_activations()')
  },

  async makeAccount(db: Db, id: string): Promise<void> {
    await sql`select application_account(${id})`.execute(db)
  },

  async audit(db: Db, action: string, id: string, detail: object): Promise<void> {
    await sql`select write_audit(${action}, null, 'application', ${id}, ${JSON.stringify(detail)}::jsonb, null)`.execute(
      db,
    )
  },
}
