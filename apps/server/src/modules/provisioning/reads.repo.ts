import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Candidate } from './configuration.repo.ts'
import type { Unread } from './unread.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

/** A gateway asked for the values that a version declares. */
export interface RequestedGateway {
  device_id: string
  asked_at: string
  asked_by_name: string
  state: 'waiting' | 'done' | 'failed'
  /** It is not online. */
  away: boolean
  answered_values: string[]
  answered_levels: string[]
}

export const readRepo = {
  /** In the template's company: all within a week, wherever they are. */
  async find({ db }: Pick<Reader, 'db'>, templateId: string, version: number): Promise<RequestedGateway[]> {
    const { rows } = await sql<RequestedGateway>`
      select * from provision_reads(${templateId}::bigint, ${version}::int)`.execute(db)
    return rows
  },

  /** Recent answers, by device. */
  async answered(
    { db }: Pick<Reader, 'db'>,
    templateId: string,
    version: number,
  ): Promise<ReadonlyMap<string, Unread>> {
    const asked = await readRepo.find({ db }, templateId, version)
    return new Map(
      asked.map((one) => [one.device_id, { values: one.answered_values, levels: one.answered_levels }]),
    )
  },

  /** Those in scope, by name. */
  named({ db }: Reader, deviceIds: readonly string[], most: number): Promise<{ id: string; name: string }[]> {
    return db
      .selectFrom('device')
      .select(['id', 'name'])
      .where('id', '=', sql<string>`any (${deviceIds}::bigint[])`)
      .orderBy('name')
      .orderBy('id')
      .limit(most)
      .execute()
  },

  /** Gateways of the company acted in, as they are compared. */
  async candidates({ db }: Reader, deviceIds: readonly string[]): Promise<Candidate[]> {
    const { rows } = await sql<Candidate>`
      select d.id, d.name, d.data_model_root as root, provision_variables(d) as variables
      from device d where d.id = any (${deviceIds}::bigint[])`.execute(db)
    return rows
  },

  /** Stored with the commands, in the gateways' company. */
  async upsert(
    { db, scope }: Reader,
    asked: { ownerId: string; templateId: string; version: number; at: Date },
    gateways: ReadonlyMap<string, readonly string[]>,
  ): Promise<void> {
    if (gateways.size === 0) return
    await db
      .insertInto('provision_read')
      .values(
        [...gateways].map(([deviceId, commands]) => ({
          company_id: scope.companyId,
          device_id: deviceId,
          owner_id: asked.ownerId,
          template_id: asked.templateId,
          version: asked.version,
          commands: [...commands],
          asked_at: asked.at,
          asked_by_name: scope.actorName,
        })),
      )
      .onConflict((oc) =>
        oc.columns(['company_id', 'device_id', 'template_id', 'version']).doUpdateSet((eb) => ({
          owner_id: eb.ref('excluded.owner_id'),
          commands: eb.ref('excluded.commands'),
          asked_at: eb.ref('excluded.asked_at'),
          asked_by_name: eb.ref('excluded.asked_by_name'),
        })),
      )
      .execute()
  },
}
