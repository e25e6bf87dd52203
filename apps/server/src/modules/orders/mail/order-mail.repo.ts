import type { Language } from '@netward/phrases/server'
import { type RawBuilder, sql } from 'kysely'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import type { InboxPosition, MailboxSettings } from '../../integrations/index.ts'

type Inside = Pick<RequestContext, 'db' | 'scope'>

export interface InboxRow {
  readonly companyId: string
  readonly channelId: string
  readonly settings: MailboxSettings
  readonly sealed: Buffer
  readonly companyCode: string
  readonly isPlatform: boolean
  readonly language: Language
  /** Whose position it is; null: it has never been read. */
  readonly mailbox: string | null
  readonly uidValidity: string | null
  readonly nextUid: string | null
}

export interface NewMail {
  readonly hash: Buffer
  readonly state: 'taken' | 'waiting'
  readonly reason: 'stranger' | 'unproved' | null
  readonly fromAddress: string
  readonly fromName: string
  readonly subject: string
  readonly note: string
  readonly leftOut: readonly string[]
  readonly receivedAt: Date
}

export interface WaitingMail extends Pick<
  NewMail,
  'fromAddress' | 'fromName' | 'subject' | 'note' | 'leftOut'
> {
  readonly id: string
  readonly reason: 'stranger' | 'unproved'
  readonly receivedAt: string
  readonly files: readonly { readonly fileId: string; readonly name: string; readonly mediaType: string }[]
}

export const orderMailRepo = {
  inboxes: (scopes: Scopes): Promise<InboxRow[]> =>
    scopes.asLoginRole<InboxRow>(
      `select company_id::text as "companyId", channel_id::text as "channelId", settings, sealed, company_code as "companyCode",
         is_platform as "isPlatform", language, mailbox, uid_validity as "uidValidity", next_uid::text as "nextUid"
       from integration_inboxes()`,
    ),

  async noteInbox(
    scopes: Scopes,
    { companyId, channelId }: Pick<InboxRow, 'companyId' | 'channelId'>,
    mailbox: string,
    outcome: InboxPosition | { readonly failure: { readonly reason: string; readonly detail: string } },
  ): Promise<void> {
    const [validity, next, failure] =
      'failure' in outcome
        ? [null, null, JSON.stringify(outcome.failure)]
        : [outcome.uidValidity, outcome.nextUid, null]
    await scopes.asLoginRole('select integration_inbox_note($1, $2, $3, $4, $5, $6)', [
      companyId,
      channelId,
      mailbox,
      validity,
      next,
      failure,
    ])
  },

  /** The company of an order that the mailbox of a company serves. */
  async companyOf(scopes: Scopes, channelCompanyId: string, orderId: string): Promise<string | undefined> {
    const [row] = await scopes.asLoginRole<{ companyId: string }>(
      'select company_id::text as "companyId" from work_order_of_mail($1, $2)',
      [channelCompanyId, orderId],
    )
    return row?.companyId
  },

  async correspondent(
    scopes: Scopes,
    companyId: string,
    orderId: string,
    email: string,
  ): Promise<{ name: string } | undefined> {
    const [row] = await scopes.asLoginRole<{ name: string }>(
      'select name from work_order_correspondent($1, $2, $3)',
      [companyId, orderId, email],
    )
    return row
  },

  async countWaiting({ db, scope }: Inside, orderId: string): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from work_order_mail
      where company_id = ${scope.companyId} and order_id = ${orderId} and state = 'waiting'`.execute(db)
    return rows[0]!.n
  },

  /** Undefined: it is there already. */
  async insert({ db, scope }: Inside, orderId: string, mail: NewMail): Promise<string | undefined> {
    const { rows } = await sql<{ id: string }>`
      insert into work_order_mail (company_id, order_id, message_hash, state, reason, from_address, from_name, subject, note,
        left_out, received_at)
      values (${scope.companyId}, ${orderId}, ${mail.hash}, ${mail.state}, ${mail.reason}, ${mail.fromAddress}, ${mail.fromName},
        ${mail.subject}, ${mail.note}, ${mail.leftOut}::text[], ${mail.receivedAt})
      on conflict do nothing returning id`.execute(db)
    return rows[0]?.id
  },

  async insertFile(
    { db, scope }: Inside,
    mail: { id: string; orderId: string },
    { fileId, name, mediaType }: WaitingMail['files'][number],
  ): Promise<void> {
    await sql`insert into work_order_mail_file (company_id, order_id, mail_id, file_id, name, media_type)
      values (${scope.companyId}, ${mail.orderId}, ${mail.id}, ${fileId}, ${name}, ${mediaType})
      on conflict do nothing`.execute(db)
  },

  async waiting(
    { db }: Pick<Inside, 'db'>,
    order: { id: string; companyId: string },
  ): Promise<WaitingMail[]> {
    const { rows } = await sql<WaitingMail>`select ${shown} from work_order_mail m
      where m.company_id = ${order.companyId} and m.order_id = ${order.id} and m.state = 'waiting' order by m.id`.execute(
      db,
    )
    return rows
  },

  async lockWaiting({ db, scope }: Inside, orderId: string, id: string): Promise<WaitingMail | undefined> {
    const { rows } = await sql<WaitingMail>`select ${shown} from work_order_mail m
      where m.company_id = ${scope.companyId} and m.order_id = ${orderId} and m.id = ${id} and m.state = 'waiting'
      for no key update of m`.execute(db)
    return rows[0]
  },

  /** What it said is then in the history, or gone; that it came is remembered. */
  async finish({ db, scope }: Inside, id: string, state: 'accepted' | 'discarded'): Promise<void> {
    await sql`update work_order_mail set state = ${state}, subject = '', note = '', finished_at = now(),
        finished_by = ${scope.actorName}
      where company_id = ${scope.companyId} and id = ${id}`.execute(db)
    await sql`delete from work_order_mail_file where company_id = ${scope.companyId} and mail_id = ${id}`.execute(
      db,
    )
  },
}

const shown: RawBuilder<unknown> = sql`m.id, m.reason, m.from_address as "fromAddress", m.from_name as "fromName", m.subject, m.note,
  m.left_out as "leftOut", m.received_at as "receivedAt",
  coalesce((select jsonb_agg(jsonb_build_object('fileId', f.file_id::text, 'name', f.name, 'mediaType', f.media_type)
      order by f.file_id) from work_order_mail_file f where f.company_id = m.company_id and f.mail_id = m.id), '[]') as files`
