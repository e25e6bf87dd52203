import type { SignOnKind } from '@netward/contract/sign-on-values'
import type { Scopes } from '../../platform/db/scope.ts'
import type { NotedCall, StoredSettings } from '../integrations/index.ts'

/** A sign-in channel by the id in its addresses. */
export interface SignOnChannel extends Record<string, unknown> {
  company_id: string
  company_code: string
  prefix: string
  is_platform: boolean
  /** Its company is active. */
  usable: boolean
  id: string
  kind: SignOnKind
  name: string
  public_id: string
  settings: StoredSettings
  sealed: Buffer
  paused: boolean
}

type Of = Pick<SignOnChannel, 'company_id' | 'id'>

interface Admitted {
  readonly subject: string
  readonly shown: string
  readonly userName: string
  readonly displayName: string
  readonly passwordHash: string
  readonly role: string
}

/** Before a scope: only through the login role's definer functions. */
export const signOnRepo = {
  async channel(scopes: Scopes, publicId: string): Promise<SignOnChannel | null> {
    const rows = await scopes.asLoginRole<SignOnChannel>('select * from sign_on_channel($1)', [publicId])
    return rows[0] ?? null
  },

  async person(
    scopes: Scopes,
    { company_id, id }: Of,
    subject: string,
    shown: string,
  ): Promise<string | null> {
    const rows = await scopes.asLoginRole<{ id: string | null }>(
      'select sign_on_person($1, $2, $3, $4) as id',
      [company_id, id, subject, shown],
    )
    return rows[0]?.id ?? null
  },

  async admit(scopes: Scopes, { company_id, id }: Of, person: Admitted): Promise<string | null> {
    const rows = await scopes.asLoginRole<{ id: string | null }>(
      'select sign_on_admit($1, $2, $3, $4, $5, $6, $7, $8) as id',
      [
        company_id,
        id,
        person.subject,
        person.shown,
        person.userName,
        person.displayName,
        person.passwordHash,
        person.role,
      ],
    )
    return rows[0]?.id ?? null
  },

  async linkOwn(
    scopes: Scopes,
    { company_id, id }: Of,
    link: { personId: string; subject: string; shown: string },
  ) {
    await scopes.asLoginRole('select sign_on_link_own($1, $2, $3, $4, $5)', [
      company_id,
      id,
      link.personId,
      link.subject,
      link.shown,
    ])
  },

  async note(scopes: Scopes, { company_id, id }: Of, call: NotedCall): Promise<void> {
    await scopes.asLoginRole('select integration_note($1, $2, $3, $4, $5, $6, $7, $8)', [
      company_id,
      id,
      call.act,
      call.outcome,
      call.reason,
      call.detail,
      call.subject,
      call.milliseconds,
    ])
  },

  async end(
    scopes: Scopes,
    { company_id, id }: Of,
    subject: string | null,
    sid: string | null,
  ): Promise<number> {
    const rows = await scopes.asLoginRole<{ n: number }>('select sign_on_end($1, $2, $3, $4) as n', [
      company_id,
      id,
      subject,
      sid,
    ])
    return rows[0]!.n
  },

  /** False: the identifier was used before. */
  async once(scopes: Scopes, hash: Buffer, companyId: string): Promise<boolean> {
    const rows = await scopes.asLoginRole<{ fresh: boolean }>('select sign_on_once($1, $2) as fresh', [
      hash,
      companyId,
    ])
    return rows[0]!.fresh
  },

  async prune(scopes: Scopes, most: number): Promise<number> {
    const rows = await scopes.asLoginRole<{ n: number }>('select integration_calls_prune($1) as n', [most])
    return rows[0]!.n
  },
}
