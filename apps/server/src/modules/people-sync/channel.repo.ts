import type { SignOnKind } from '@netward/contract/sign-on-values'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/transaction.ts'
import type { StoredSettings } from '../integrations/index.ts'

export interface SyncChannel {
  readonly id: string
  readonly kind: SignOnKind
  readonly name: string
  readonly paused: boolean
  readonly settings: StoredSettings
  readonly sealed: Buffer
  readonly companyCode: string
  readonly isPlatform: boolean
  /** The company is in use. */
  readonly usable: boolean
}

/** Channels of the company acted in, or of the job's. */
export const channelRepo = {
  async find(db: Db, companyId: string, id: string): Promise<SyncChannel | undefined> {
    const { rows } = await sql<SyncChannel>`
      select c.id, c.kind, c.name, c.paused, c.settings, c.sealed, o.code as "companyCode", o.kind = 'op' as "isPlatform",
        o.status = 'active' as usable
      from integration_channel c join company o on o.id = c.company_id
      where c.company_id = ${companyId} and c.id = ${id}`.execute(db)
    return rows[0]
  },
}
