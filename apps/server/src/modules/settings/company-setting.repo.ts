import type { storageCycles, storageIntervals } from '@netward/contract/setting-values'
import { checkHours } from '@netward/contract/template-values'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

export interface CompanySetting {
  name: string
  code: string
  prefix: string | null
  logo: string | null
  logo_file_id: string | null
  time_zone: string
  language: 'zh' | 'en'
  check_hours: number
  storage_cycle: StorageCycle
  storage_cycle_most: StorageCycle
  storage_interval: (typeof storageIntervals)[number]
  carrier_findings: boolean
}

export type StorageCycle = (typeof storageCycles)[number]

export const companySettingRepo = {
  get({ db, scope }: RequestContext): Promise<CompanySetting> {
    return db
      .selectFrom('company')
      .leftJoin('company_logo', 'company_logo.company_id', 'company.id')
      .leftJoin('file', (join) =>
        join
          .onRef('file.company_id', '=', 'company_logo.company_id')
          .onRef('file.id', '=', 'company_logo.file_id'),
      )
      .leftJoin('provision_setting', 'provision_setting.company_id', 'company.id')
      .where('company.id', '=', scope.companyId)
      .select([
        'company.name',
        'company.code',
        'company.prefix',
        'company.time_zone',
        'company.language',
        'company.storage_interval',
        'company.carrier_findings',
        'file.name as logo',
        'company_logo.file_id as logo_file_id',
        sql<number>`coalesce(provision_setting.check_hours, ${sql.lit(checkHours.usual)})`.as('check_hours'),
        sql<StorageCycle>`(select case when storage_months(company.storage_cycle) < storage_months(p.storage_cycle)
          then company.storage_cycle else p.storage_cycle end from platform_settings() p)`.as(
          'storage_cycle',
        ),
        sql<StorageCycle>`(select p.storage_cycle from platform_settings() p)`.as('storage_cycle_most'),
      ])
      .executeTakeFirstOrThrow()
  },

  /** @throws AppError settings.time_zone_unknown, settings.storage_cycle_too_long */
  async update(
    { db }: RequestContext,
    changes: Partial<
      Pick<
        CompanySetting,
        'name' | 'time_zone' | 'language' | 'storage_cycle' | 'storage_interval' | 'carrier_findings'
      >
    >,
  ): Promise<void> {
    await sql`select edit_company_settings(${JSON.stringify(changes)}::jsonb)`.execute(db)
  },

  async updateCheckHours({ db, scope }: RequestContext, hours: number): Promise<void> {
    await db
      .insertInto('provision_setting')
      .values({ company_id: scope.companyId, check_hours: hours })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ check_hours: hours }))
      .execute()
  },

  async updateLogo({ db, scope }: RequestContext, fileId: string): Promise<void> {
    await db
      .insertInto('company_logo')
      .values({ company_id: scope.companyId, file_id: fileId })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ file_id: fileId }))
      .execute()
  },
}
