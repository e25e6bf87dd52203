import type { ModelPrice } from '@netward/contract/assistant'
import type { ModelForm, ModelPreset, providerStates } from '@netward/contract/assistant-values'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/transaction.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { ModelFailure } from './providers/model.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

interface Failure {
  readonly reason: ModelFailure['reason']
  readonly detail: string
}

export interface ProviderRow {
  readonly id: string
  readonly ownerId: string
  readonly name: string
  readonly preset: ModelPreset
  readonly form: ModelForm
  readonly address: string
  readonly hasKey: boolean
  readonly models: string[]
  readonly modelsReadAt: string | null
  readonly model: string
  readonly isAbroad: boolean
  readonly mostOutput: number
  readonly prices: ModelPrice[]
  readonly state: (typeof providerStates)[number]
  readonly failingSince: string | null
  readonly failure: Failure | null
  readonly waitsUntil: string | null
  readonly usedAt: string | null
  readonly consented: boolean
  readonly editedAt: string
  readonly editedBy: string
}

export interface StoredProvider extends ProviderRow {
  readonly sealed: Buffer | null
}

export interface WrittenProvider extends Pick<
  StoredProvider,
  'name' | 'preset' | 'form' | 'address' | 'model' | 'isAbroad' | 'mostOutput' | 'sealed'
> {}

const shown = sql`p.id, p.company_id as "ownerId", p.name, p.preset, p.form, p.address, p.sealed is not null as "hasKey", p.models,
  p.models_read_at as "modelsReadAt", p.model, p.is_abroad as "isAbroad", p.most_output as "mostOutput", p.prices,
  case when p.paused then 'paused' when p.waits_until > now() then 'waiting' when p.failing_since is not null then 'failing'
    when p.used_at is null then 'unused' else 'working' end as state,
  p.failing_since as "failingSince", p.failure,
  case when p.waits_until > now() then p.waits_until end as "waitsUntil", p.used_at as "usedAt",
  exists (select from assistant_consent c
    where c.company_id = p.company_id and c.provider_id = p.id and c.ended_at is null) as consented,
  p.edited_at as "editedAt", p.edited_by as "editedBy"`

/** Model services of the company acted in. */
export const providerRepo = {
  async list({ db, scope }: Reader): Promise<ProviderRow[]> {
    const { rows } = await sql<ProviderRow>`
      select ${shown} from assistant_provider p where p.company_id = ${scope.companyId} order by p.place, p.id`.execute(
      db,
    )
    return rows
  },

  async find({ db, scope }: Reader, id: string): Promise<StoredProvider | undefined> {
    const { rows } = await sql<StoredProvider>`
      select ${shown}, p.sealed from assistant_provider p
      where p.company_id = ${scope.companyId} and p.id = ${id}`.execute(db)
    return rows[0]
  },

  async lock({ db, scope }: Reader, id: string): Promise<StoredProvider | undefined> {
    const { rows } = await sql<StoredProvider>`
      select ${shown}, p.sealed from assistant_provider p
      where p.company_id = ${scope.companyId} and p.id = ${id} for update of p`.execute(db)
    return rows[0]
  },

  async insert({ db, scope }: Reader, given: WrittenProvider): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into assistant_provider (company_id, name, preset, form, address, model, is_abroad, most_output, sealed, place, edited_by)
      select ${scope.companyId}, ${given.name}, ${given.preset}, ${given.form}, ${given.address}, ${given.model},
        ${given.isAbroad}, ${given.mostOutput}::int, ${given.sealed}::bytea, coalesce(max(place), 0) + 1, ${scope.actorName}
      from (select place from assistant_provider where company_id = ${scope.companyId}
        union all select place from assistant_choice where company_id = ${scope.companyId}) placed
      returning id`.execute(db)
    return rows[0]!.id
  },

  /** What failed before may work now. */
  async update({ db, scope }: Reader, id: string, given: WrittenProvider): Promise<void> {
    await sql`update assistant_provider set name = ${given.name}, preset = ${given.preset}, form = ${given.form},
        models = case when address = ${given.address} then models else '{}' end,
        address = ${given.address}, model = ${given.model}, is_abroad = ${given.isAbroad},
        most_output = ${given.mostOutput}::int, sealed = ${given.sealed}::bytea, failing_since = null, failure = null,
        waits_until = null, edited_at = now(), edited_by = ${scope.actorName}
      where company_id = ${scope.companyId} and id = ${id}`.execute(db)
  },

  async pause({ db, scope }: Reader, id: string, paused: boolean): Promise<void> {
    await sql`update assistant_provider set paused = ${paused}, edited_at = now(), edited_by = ${scope.actorName}
      where company_id = ${scope.companyId} and id = ${id}`.execute(db)
  },

  async delete({ db, scope }: Reader, id: string): Promise<void> {
    await sql`delete from assistant_provider where company_id = ${scope.companyId} and id = ${id}`.execute(db)
  },

  async setModels({ db, scope }: Reader, id: string, models: readonly string[]): Promise<void> {
    await sql`update assistant_provider set models = ${models}::text[], models_read_at = now()
      where company_id = ${scope.companyId} and id = ${id}`.execute(db)
  },

  async setPrices({ db, scope }: Reader, id: string, prices: readonly ModelPrice[]): Promise<void> {
    await sql`update assistant_provider set prices = ${JSON.stringify(prices)}::jsonb
      where company_id = ${scope.companyId} and id = ${id}`.execute(db)
  },

  /** What came of a call. A failing one is failing since the first failure without a success in between. */
  async note(db: Db, companyId: string, id: string, failure: ModelFailure | null): Promise<void> {
    const kept = failure && JSON.stringify({ reason: failure.reason, detail: failure.detail })
    const waits = failure?.retryAfter ?? null
    await sql`update assistant_provider set used_at = now(),
        failing_since = case when ${kept}::jsonb is null then null else coalesce(failing_since, now()) end,
        failure = ${kept}::jsonb,
        waits_until = case when ${waits}::int is null then case when ${kept}::jsonb is null then null else waits_until end
          else now() + make_interval(secs => ${waits}::int) end
      where company_id = ${companyId} and id = ${id}`.execute(db)
  },
}
