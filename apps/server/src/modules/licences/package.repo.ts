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
  allotted: boolean
  allotment: number | null
  allotment_used: number
  name_zh: string
  name_en: string
  internet_lines: number | null
  devices: number | null
  outlets: number | null
  work_orders: number | null
  members: number | null
  price: number | null
  products: string[] | null
  made_at: string
  made_by: string | null
  holders: string
}

/** To how many companies an MSP may assign a package; null: without limit. */
export interface Allotment {
  readonly packageId: string
  readonly quantity: number | null
}

export interface AllotmentRow {
  package_id: string
  name_zh: string
  name_en: string
  retired: boolean
  allotted: boolean
  quantity: number | null
  used: number
}

/** Contents of a package version, as the API names them. */
export interface PackageContent {
  readonly nameZh: string
  readonly nameEn: string
  readonly internetLines: number | null
  readonly devices: number | null
  readonly outlets: number | null
  readonly workOrders: number | null
  readonly members: number | null
  readonly price: number | null
  readonly products: readonly string[] | null
}

/** Packages have no row owner: reached by definer functions only. */
export const packageRepo = {
  /** The newest version of each, or all versions of one when an id is passed. */
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

  /** Returns how many companies were moved. */
  async upgrade({ db, scope }: RequestContext, packageId: string): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select upgrade_package_holders(${packageId}, ${scope.actorName}) as n`.execute(db)
    return rows[0]!.n
  },

  async allotments({ db }: RequestContext, mspId: string): Promise<AllotmentRow[]> {
    return (await sql<AllotmentRow>`select * from package_allotments(${mspId}::bigint)`.execute(db)).rows
  },

  /** Answers what they were before. */
  async setAllotments(
    { db, scope }: RequestContext,
    mspId: string,
    allotments: readonly Allotment[],
  ): Promise<Allotment[]> {
    const { rows } = await sql<{ had: Allotment[] }>`
      select set_package_allotments(${mspId}, ${JSON.stringify(allotments)}::jsonb, ${scope.actorName}) as had`.execute(
      db,
    )
    return rows[0]!.had
  },

  /** Returns the package that the company had. */
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
