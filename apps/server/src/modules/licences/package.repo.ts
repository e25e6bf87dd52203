import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

export interface PackageVersionRow {
  id: string
  code: string
  version: number
  newest: boolean
  retired_at: string | null
  for_msps: boolean
  assignable: boolean
  name_zh: string
  name_en: string
  internet_lines: number | null
  devices: number | null
  outlets: number | null
  work_orders: number | null
  members: number | null
  price: number | null
  made_at: string
  made_by: string | null
  holders: string
}

/** What a version of a package holds, as the API names it. */
export interface PackageContent {
  readonly nameZh: string
  readonly nameEn: string
  readonly internetLines: number | null
  readonly devices: number | null
  readonly outlets: number | null
  readonly workOrders: number | null
  readonly members: number | null
  readonly price: number | null
}

/** Packages are nobody's rows: definer functions alone reach them. */
export const packageRepo = {
  /** The newest version of each, or with an id every version of one. */
  async find({ db }: RequestContext, packageId: string | null): Promise<PackageVersionRow[]> {
    return (await sql<PackageVersionRow>`select * from package_versions(${packageId}::bigint)`.execute(db))
      .rows
  },

  async insert({ db, scope }: RequestContext, code: string, content: PackageContent): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      select save_package(null, ${code}, ${JSON.stringify(content)}::jsonb, ${scope.actorName}) as id`.execute(
      db,
    )
    return rows[0]!.id
  },

  async insertVersion(
    { db, scope }: RequestContext,
    packageId: string,
    content: PackageContent,
  ): Promise<void> {
    await sql`select save_package(${packageId}, null, ${JSON.stringify(content)}::jsonb, ${scope.actorName})`.execute(
      db,
    )
  },

  async retire({ db }: RequestContext, packageId: string, retired: boolean): Promise<void> {
    await sql`select retire_package(${packageId}, ${retired})`.execute(db)
  },

  async offer({ db }: RequestContext, packageId: string, forMsps: boolean): Promise<void> {
    await sql`select offer_package(${packageId}, ${forMsps})`.execute(db)
  },

  /** Answers how many companies were moved. */
  async upgrade({ db, scope }: RequestContext, packageId: string): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select upgrade_package_holders(${packageId}, ${scope.actorName}) as n`.execute(db)
    return rows[0]!.n
  },

  /** Answers the package that the company had. */
  async assign(
    { db, scope }: RequestContext,
    packageId: string,
    companyId: string,
  ): Promise<{ packageId: string; code: string; version: number } | null> {
    const { rows } = await sql<{ had: { packageId: string; code: string; version: number } | null }>`
      select assign_package(${companyId}, ${packageId}, ${scope.actorName}) as had`.execute(db)
    return rows[0]!.had
  },
}
