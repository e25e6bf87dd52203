import type { assistantNoteApi, InputOf, OutputOf } from '@netward/contract'
import { noteBeginning } from '@netward/contract/assistant-note-values'
import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { searchedWords, wordsOf } from '../../platform/words.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Query = InputOf<typeof assistantNoteApi.pageNotes>
type Row = OutputOf<typeof assistantNoteApi.pageNotes>['items'][number]
type Note = OutputOf<typeof assistantNoteApi.getNote>
type Written = InputOf<typeof assistantNoteApi.addNote>

const orders = {
  title: sql`lower(n.title), n.id`,
  '-title': sql`lower(n.title) desc, n.id desc`,
  editedAt: sql`n.edited_at, n.id`,
  '-editedAt': sql`n.edited_at desc, n.id desc`,
}

/** The words of a search as `tsquery`; null: it has none. */
function queryOf(search: string | undefined): string | null {
  const words = searchedWords(search ?? '').map(
    ({ word, isBegun }) => `'${word.replaceAll("'", "''")}'${isBegun ? ':*' : ''}`,
  )
  return words.length === 0 ? null : words.join(' & ')
}

/** Those of the longest note. */
const mostWords = 10_000

const vectorOf = (...texts: string[]) =>
  sql`array_to_tsvector(${[...new Set(texts.flatMap((text) => wordsOf(text, mostWords)))]}::text[])`

/** Notes of the company acted in. */
export const noteRepo = {
  async page({ db, scope }: Reader, query: Query): Promise<{ items: Row[]; total: number }> {
    const searched = queryOf(query.search)
    const found = sql`n.company_id = ${scope.companyId}
      and (${searched}::text is null or n.words @@ ${searched}::tsquery)`
    // Unless asked otherwise, what fits best comes first.
    const order =
      query.sort !== undefined
        ? orders[query.sort]
        : searched === null
          ? orders['-editedAt']
          : sql`n.title_words @@ ${searched}::tsquery desc, n.edited_at desc, n.id desc`
    const items = await sql<Row>`
      select n.id, n.title, left(n.text, ${noteBeginning}::int) as beginning, n.edited_at as "editedAt", n.edited_by as "editedBy"
      from assistant_note n where ${found}
      order by ${order} limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`.execute(db)
    const total = await sql<{ total: number }>`
      select count(*)::int as total from (select from assistant_note n where ${found} limit ${countCap + 1}) c`.execute(
      db,
    )
    return { items: items.rows, total: total.rows[0]!.total }
  },

  async count({ db, scope }: Reader): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from assistant_note where company_id = ${scope.companyId}`.execute(db)
    return rows[0]!.count
  },

  async find({ db, scope }: Reader, id: string): Promise<Note | undefined> {
    const { rows } = await sql<Note>`
      select id, title, text, edited_at as "editedAt", edited_by as "editedBy" from assistant_note
      where company_id = ${scope.companyId} and id = ${id}`.execute(db)
    return rows[0]
  },

  async lock({ db, scope }: Reader, id: string): Promise<Written | undefined> {
    const { rows } = await sql<Written>`
      select title, text from assistant_note where company_id = ${scope.companyId} and id = ${id} for update`.execute(
      db,
    )
    return rows[0]
  },

  async insert({ db, scope }: Reader, note: Written): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into assistant_note (company_id, title, text, title_words, words, edited_by)
      values (${scope.companyId}, ${note.title}, ${note.text}, ${vectorOf(note.title)},
        ${vectorOf(note.title, note.text)}, ${scope.actorName}) returning id`.execute(db)
    return rows[0]!.id
  },

  async update({ db, scope }: Reader, id: string, note: Written): Promise<void> {
    await sql`
      update assistant_note set title = ${note.title}, text = ${note.text},
        title_words = ${vectorOf(note.title)}, words = ${vectorOf(note.title, note.text)},
        edited_at = clock_timestamp(), edited_by = ${scope.actorName}
      where company_id = ${scope.companyId} and id = ${id}`.execute(db)
  },

  async delete({ db, scope }: Reader, id: string): Promise<void> {
    await sql`delete from assistant_note where company_id = ${scope.companyId} and id = ${id}`.execute(db)
  },
}
