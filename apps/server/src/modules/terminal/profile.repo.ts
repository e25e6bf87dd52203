import type { TerminalEncoding, TerminalProtocol } from '@netward/contract/terminal-values'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import { profileOrder } from './access.repo.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface ProfileRow {
  id: string
  name: string
  model: string
  tag: string
  protocol: TerminalProtocol
  port: number
  encoding: TerminalEncoding
  legacy: boolean
  username: string
  secret_kind: 'password' | 'key' | null
  idle_minutes: number
  changed_at: string
  changed_by: string
}

export type ProfileSet = Omit<ProfileRow, 'id' | 'secret_kind' | 'changed_at' | 'changed_by'>

const reported = [
  'id',
  'name',
  'model',
  'tag',
  'protocol',
  'port',
  'encoding',
  'legacy',
  'username',
  'secret_kind',
  'idle_minutes',
  'changed_at',
  'changed_by',
] as const

/** Of the company acted in only, also for callers who see those below. */
export const profileRepo = {
  /** In the order in which they are tried. */
  findAll({ db, scope }: Reader): Promise<ProfileRow[]> {
    return db
      .selectFrom('terminal_profile as p')
      .select(reported)
      .where('company_id', '=', scope.companyId)
      .orderBy(profileOrder)
      .execute()
  },

  /** Locked: concurrent changes run one after the other. */
  lock({ db, scope }: Reader, id: string): Promise<ProfileRow | undefined> {
    return db
      .selectFrom('terminal_profile')
      .select(reported)
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
  },

  /** Nothing if one exists for this model and tag. */
  async insert({ db, scope }: Reader, set: ProfileSet): Promise<string | undefined> {
    const made = await db
      .insertInto('terminal_profile')
      .values({ company_id: scope.companyId, changed_by: scope.actorName, ...set })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return made?.id
  },

  /** Another one for this model and tag. */
  findTwin({ db, scope }: Reader, { id, model, tag }: Pick<ProfileRow, 'id' | 'model' | 'tag'>) {
    return db
      .selectFrom('terminal_profile')
      .select('id')
      .where('company_id', '=', scope.companyId)
      .where(sql<string>`lower(model)`, '=', sql<string>`lower(${model})`)
      .where('tag', '=', tag)
      .where('id', '<>', id)
      .executeTakeFirst()
  },

  async update(
    { db, scope }: Reader,
    id: string,
    set: Partial<ProfileSet> & { secret_kind?: 'password' | 'key' | null; secret?: Buffer | null },
  ): Promise<void> {
    await db
      .updateTable('terminal_profile')
      .set({ ...set, changed_by: scope.actorName, changed_at: sql<string>`clock_timestamp()` })
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },

  async remove({ db, scope }: Reader, id: string): Promise<void> {
    await db
      .deleteFrom('terminal_profile')
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },
}
