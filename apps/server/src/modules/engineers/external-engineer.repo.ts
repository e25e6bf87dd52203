import type { engineerApi, InputOf, OutputOf } from '@netward/contract'
import { sql } from 'kysely'
import { countRows } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
export type ExternalInput = InputOf<typeof engineerApi.addExternalEngineer>
export type ExternalRow = OutputOf<typeof engineerApi.pageExternalEngineers>['items'][number]

const shown = sql`e.id, e.name, e.partner, e.phone, e.skills, e.regions, e.note`
const columnsOf = ({ skills, regions, ...rest }: ExternalInput) => ({
  ...rest,
  skills: [...skills],
  regions: [...regions],
})

export const externalEngineerRepo = {
  async page(
    { db, scope }: Reader,
    { search = '', skill, sort, page, pageSize }: InputOf<typeof engineerApi.pageExternalEngineers>,
  ): Promise<{ items: ExternalRow[]; total: number }> {
    const where = sql.join(
      [
        sql`e.company_id = ${scope.companyId}`,
        ...(search === '' ? [] : [sql`e.search like search_pattern(${search})`]),
        ...(skill === undefined ? [] : [sql`(e.skills = '{}' or ${skill}::text = any (e.skills))`]),
      ],
      sql` and `,
    )
    const order = sort === 'name' ? sql`lower(e.name), e.id` : sql`lower(e.name) desc, e.id desc`
    const { rows: items } =
      await sql<ExternalRow>`select ${shown} from external_engineer e where ${where} order by ${order}
      limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    return { items, total: await countRows(db, sql`external_engineer e where ${where}`) }
  },

  async find({ db, scope }: Reader, id: string): Promise<ExternalRow | undefined> {
    const { rows } = await sql<ExternalRow>`select ${shown} from external_engineer e
      where e.company_id = ${scope.companyId} and e.id = ${id}`.execute(db)
    return rows[0]
  },

  async count({ db, scope }: Reader): Promise<number> {
    return countRows(db, sql`external_engineer e where e.company_id = ${scope.companyId}`)
  },

  async insert({ db, scope }: Reader, engineer: ExternalInput): Promise<string> {
    const made = await db
      .insertInto('external_engineer')
      .values({ company_id: scope.companyId, ...columnsOf(engineer) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  },

  async update({ db, scope }: Reader, id: string, engineer: ExternalInput): Promise<void> {
    await db
      .updateTable('external_engineer')
      .set(columnsOf(engineer))
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },

  async remove({ db, scope }: Reader, id: string): Promise<void> {
    await db
      .deleteFrom('external_engineer')
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },
}
