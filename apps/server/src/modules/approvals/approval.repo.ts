import type { ApprovalShown } from '@netward/contract/approval-schemas'
import type { ApprovalKind, ApprovalStanding, ApprovalState } from '@netward/contract/approval-values'
import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db'>

/** What needs the approval, as it is now. */
export interface ApprovalSubject {
  readonly kind: ApprovalKind
  readonly id: string
  /** Of a template. */
  readonly version?: number
  readonly amount?: number | null
  readonly risk?: string | null
}

export const approvalRepo = {
  async standing(
    { db }: Reader,
    companyId: string,
    { kind, id, version, amount, risk }: ApprovalSubject,
  ): Promise<ApprovalStanding> {
    const { rows } = await sql<{
      standing: ApprovalStanding
    }>`select approval_standing(${companyId}::bigint, ${kind},
      ${id}::bigint, ${version ?? null}::int, ${amount ?? null}::numeric, ${risk ?? null}::text) as standing`.execute(
      db,
    )
    return rows[0]!.standing
  },

  async applies(
    { db }: Reader,
    companyId: string,
    { kind, amount, risk }: Pick<ApprovalSubject, 'kind' | 'amount' | 'risk'>,
  ): Promise<boolean> {
    const { rows } = await sql<{ applies: boolean }>`select approval_applies(${companyId}::bigint, ${kind},
      ${amount ?? null}::numeric, ${risk ?? null}::text) as applies`.execute(db)
    return rows[0]!.applies
  },

  /** @returns null if no policy applies */
  async ask(
    { db }: Reader,
    { kind, id, version, amount, risk }: ApprovalSubject,
    { title, note, ownPeople }: { title: string; note: string; ownPeople: boolean },
  ): Promise<string | null> {
    const { rows } = await sql<{
      id: string | null
    }>`select approval_ask(${kind}, ${id}::bigint, ${version ?? null}::int,
      ${title}, ${amount ?? null}::numeric, ${risk ?? null}::text, ${note}, ${ownPeople}) as id`.execute(db)
    return rows[0]!.id
  },

  async drop({ db }: Reader, kind: ApprovalKind, subjectId: string): Promise<void> {
    await sql`select approval_drop(${kind}, ${subjectId}::bigint)`.execute(db)
  },

  async ofSubject(
    { db }: Reader,
    companyId: string,
    kind: ApprovalKind,
    subjectId: string,
  ): Promise<ApprovalShown | null> {
    const { rows } = await sql<{
      shown: ApprovalShown | null
    }>`select approval_of(${companyId}::bigint, ${kind},
      ${subjectId}::bigint) as shown`.execute(db)
    return rows[0]!.shown
  },

  async read({ db }: Reader, id: string): Promise<ApprovalShown | null> {
    const { rows } = await sql<{
      shown: ApprovalShown | null
    }>`select approval_read(${id}::bigint) as shown`.execute(db)
    return rows[0]!.shown
  },

  async decide(
    { db }: Reader,
    { id, step, approve, note }: { id: string; step: number; approve: boolean; note: string },
  ): Promise<{ state: ApprovalState; title: string }> {
    const { rows } = await sql<{
      state: ApprovalState
      title: string
    }>`select state, title from approval_decide(
      ${id}::bigint, ${step}::int, ${approve}, ${note})`.execute(db)
    return rows[0]!
  },

  /** @returns its title */
  async withdraw({ db }: Reader, id: string): Promise<string> {
    const { rows } = await sql<{ title: string }>`select approval_withdraw(${id}::bigint) as title`.execute(
      db,
    )
    return rows[0]!.title
  },

  async deputy({ db }: Reader) {
    const { rows } = await sql<{ personId: string; name: string; from: string; until: string }>`select
      deputy_id as "personId", name, starts_at as from, ends_at as until from own_deputy()`.execute(db)
    return rows[0] ?? null
  },

  async deputyChoices(
    { db }: Reader,
    { search = '', personId }: { search?: string; personId?: string },
  ): Promise<{ personId: string; name: string }[]> {
    const { rows } = await sql<{ personId: string; name: string }>`select person_id as "personId", name
      from deputy_choices(${search}, ${personId ?? null}::bigint)`.execute(db)
    return rows
  },

  async setDeputy(
    { db }: Reader,
    deputy: { personId: string; from: string; until: string } | null,
  ): Promise<void> {
    await sql`select set_own_deputy(${deputy?.personId ?? null}::bigint, ${deputy?.from ?? null}::timestamptz,
      ${deputy?.until ?? null}::timestamptz)`.execute(db)
  },

  async lookAgain(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ n: number }>('select approval_look_again($1) as n', [most])
    return row!.n
  },
}
