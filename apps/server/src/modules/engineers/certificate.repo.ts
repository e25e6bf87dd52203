import type { engineerApi, InputOf, OutputOf } from '@netward/contract'
import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
export type CertificateInput = Omit<InputOf<typeof engineerApi.addCertificate>, 'personId'>
type Shown = OutputOf<typeof engineerApi.getEngineer>['certificates'][number]

export interface CertificateRow extends CertificateInput {
  readonly id: string
  readonly personId: string
  readonly fileId: string | null
  readonly fileName: string
  readonly mediaType: string
}

const fields = sql`c.id, c.name, c.number, c.issuer, c.categories, c.valid_from::text as "validFrom",
  c.valid_until::text as "validUntil", c.file_name as "fileName"`
const whole = sql`${fields}, c.person_id as "personId", c.file_id as "fileId", c.media_type as "mediaType"`
const columnsOf = ({ name, number, issuer, categories, validFrom, validUntil }: CertificateInput) => ({
  name,
  number,
  issuer,
  categories: [...categories],
  valid_from: validFrom,
  valid_until: validUntil,
})

export const certificateRepo = {
  /** Those that end first stand first. */
  async ofPerson({ db, scope }: Reader, personId: string): Promise<Shown[]> {
    const { rows } = await sql<Shown>`select ${fields}, c.added_at as "addedAt", c.added_by as "addedBy",
        c.valid_until - (now() at time zone o.time_zone)::date as "daysLeft"
      from engineer_certificate c join company o on o.id = c.company_id
      where c.company_id = ${scope.companyId} and c.person_id = ${personId}
      order by c.valid_until, c.id`.execute(db)
    return rows
  },

  async find(
    { db, scope }: Reader,
    id: string,
    { lock = false }: { lock?: boolean } = {},
  ): Promise<CertificateRow | undefined> {
    const { rows } = await sql<CertificateRow>`select ${whole} from engineer_certificate c
      where c.company_id = ${scope.companyId} and c.id = ${id} ${lock ? sql`for update` : sql``}`.execute(db)
    return rows[0]
  },

  async count({ db, scope }: Reader, personId: string): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from engineer_certificate
      where company_id = ${scope.companyId} and person_id = ${personId}`.execute(db)
    return rows[0]!.n
  },

  async insert({ db, scope }: Reader, personId: string, certificate: CertificateInput): Promise<string> {
    const made = await db
      .insertInto('engineer_certificate')
      .values({
        company_id: scope.companyId,
        person_id: personId,
        ...columnsOf(certificate),
        added_by: scope.actorName,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  },

  async update({ db, scope }: Reader, id: string, certificate: CertificateInput): Promise<void> {
    await db
      .updateTable('engineer_certificate')
      .set(columnsOf(certificate))
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },

  async setFile(
    { db, scope }: Reader,
    id: string,
    file: { fileId: string; name: string; mediaType: string },
  ): Promise<void> {
    await db
      .updateTable('engineer_certificate')
      .set({ file_id: file.fileId, file_name: file.name, media_type: file.mediaType })
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },

  async remove({ db, scope }: Reader, id: string): Promise<void> {
    await db
      .deleteFrom('engineer_certificate')
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },

  /** @returns how many reminders were written */
  async remind(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ n: number }>('select certificates_remind($1) as n', [most])
    return row!.n
  },
}
