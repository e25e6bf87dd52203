import type { BuiltInRole, OutputOf, PermissionCode, roleApi } from '@netward/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Acting = OutputOf<typeof roleApi.whyPermitted>['acting'][number]

export interface Standing {
  of_use: boolean
  member_status: 'enabled' | 'disabled'
  account_disabled: boolean
  company_status: 'active' | 'frozen' | 'deactivated'
  built_in: BuiltInRole[]
  role_ids: string[]
}

export const whyRepo = {
  async find({ db }: RequestContext, memberId: string, code: PermissionCode): Promise<Standing | undefined> {
    const { rows } =
      await sql<Standing>`select of_use, member_status, account_disabled, company_status, built_in,
      role_ids::text[] as role_ids from why_permitted(${memberId}, ${code})`.execute(db)
    return rows[0]
  },

  async findActing({ db }: RequestContext, memberId: string, code: PermissionCode): Promise<Acting[]> {
    const { rows } = await sql<{ company_name: string; limited_by: Acting['limit'] }>`
      select company_name, limited_by from why_acting(${memberId}, ${code})`.execute(db)
    return rows.map(({ company_name: companyName, limited_by: limit }) => ({ companyName, limit }))
  },
}
