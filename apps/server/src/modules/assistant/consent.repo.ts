import type { OutputOf, assistantApi } from '@netward/contract'
import type { consentEnds } from '@netward/contract/assistant-values'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import type { ProviderRow } from './provider.repo.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Consent = OutputOf<typeof assistantApi.listConsents>['items'][number]

const shownEnded = 100

export const consentRepo = {
  async list({ db, scope }: Reader): Promise<Consent[]> {
    const { rows } = await sql<Consent>`
      select id, provider_id as "providerId", provider_name as "providerName", address, is_abroad as "isAbroad", contents, masked,
        given_at as "givenAt", given_by as "givenBy", ended_at as "endedAt", ended_by as "endedBy",
        ended_because as "endedBecause"
      from assistant_consent where company_id = ${scope.companyId}
      order by ended_at desc nulls first, given_at desc, id desc
      limit ${sql.lit(shownEnded)} + (select count(*) from assistant_consent c
        where c.company_id = ${scope.companyId} and c.ended_at is null)`.execute(db)
    return rows
  },

  async insert(
    { db, scope }: Reader,
    {
      id,
      ownerId,
      name,
      address,
      isAbroad,
    }: Pick<ProviderRow, 'id' | 'ownerId' | 'name' | 'address' | 'isAbroad'>,
    { contents, masked }: Pick<Consent, 'contents' | 'masked'>,
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into assistant_consent (company_id, owner_id, provider_id, provider_name, address, is_abroad, contents, masked, given_by)
      values (${scope.companyId}, ${ownerId}, ${id}, ${name}, ${address}, ${isAbroad}, ${contents}::text[], ${masked}::text[],
        ${scope.actorName})
      returning id`.execute(db)
    return rows[0]!.id
  },

  /** The name of the service of the one that ended; undefined if none was in force. */
  async end(
    { db, scope }: Reader,
    { id, providerId }: { id?: string; providerId?: string },
    because: (typeof consentEnds)[number],
  ): Promise<string | undefined> {
    const { rows } = await sql<{ name: string }>`
      update assistant_consent set ended_at = now(), ended_by = ${scope.actorName}, ended_because = ${because}
      where company_id = ${scope.companyId} and ended_at is null
        and (${id ?? null}::bigint is null or id = ${id ?? null}::bigint)
        and (${providerId ?? null}::bigint is null or provider_id = ${providerId ?? null}::bigint)
      returning provider_name as name`.execute(db)
    return rows[0]?.name
  },

  /** Consents of companies below to what the company acted in does not offer to them any more, or moved. */
  async endLost({ db }: Pick<Reader, 'db'>): Promise<void> {
    await sql`select assistant_offers_changed()`.execute(db)
  },
}
