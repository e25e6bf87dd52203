import type {
  ApprovalNotice,
  AssignmentNotice,
  EngineerNotice,
  OrderNotice,
  PartNotice,
  RotaNotice,
} from '@netward/contract/notice-values'
import type { Language } from '@netward/phrases/server'
import type { noticeApi, OutputOf } from '@netward/contract'
import { sql } from 'kysely'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import type { sealMessage } from '../../messages/index.ts'

type Reader = Pick<RequestContext, 'db'>

export type NoticeRow = {
  readonly id: string
  readonly subjectId: string
  readonly number: string
  readonly title: string
  readonly companyName: string
  readonly timeZone: string
  readonly clock: 'respond' | 'resolve' | null
  readonly percent: number | null
  readonly due: string | null
  readonly note: string
  readonly actorName: string
  /** Null: without a confirmed address, out of their sight, or over. */
  readonly email: string | null
  readonly language: Language
  /** The mailbox for replies about an order; null: none. */
  readonly inbox: string | null
} & (
  | { readonly kind: 'order'; readonly notice: OrderNotice }
  | { readonly kind: 'approval'; readonly notice: ApprovalNotice }
  | { readonly kind: 'rota'; readonly notice: RotaNotice }
  | { readonly kind: 'part'; readonly notice: PartNotice }
  | { readonly kind: 'engineer'; readonly notice: EngineerNotice }
  | { readonly kind: 'assignment'; readonly notice: AssignmentNotice }
)

export interface EndedNotice {
  readonly id: string
  /** Null: it is dropped. */
  readonly message: ReturnType<typeof sealMessage> | null
}

export type OwnWork = Exclude<OutputOf<typeof noticeApi.ownNotices>['items'][number], { kind: 'alarm' }>

export const workNoticeRepo = {
  due: (scopes: Scopes, most: number): Promise<NoticeRow[]> =>
    scopes.asLoginRole<NoticeRow>(
      `select id::text, kind, notice, subject_id::text as "subjectId", number, title, company_name as "companyName",
         time_zone as "timeZone", clock, percent, due, note, actor_name as "actorName", email, language, inbox
       from work_notices_due($1)`,
      [most],
    ),

  async send(scopes: Scopes, notices: readonly EndedNotice[]): Promise<void> {
    await scopes.asLoginRole('select work_notices_send($1)', [JSON.stringify(notices)])
  },

  /** Of the caller, newest first. */
  async own({ db }: Reader, before: string | null, most: number): Promise<OwnWork[]> {
    const { rows } =
      await sql<OwnWork>`select id, kind, notice, subject_id as "subjectId", number, title, note,
        actor_name as "actorName", percent, company_id as "companyId", company_name as "companyName", sent_at as "sentAt",
        read_at as "readAt" from own_work_notices(${before}::bigint, ${most}::int)`.execute(db)
    return rows
  },

  async unread({ db }: Reader, most: number): Promise<number> {
    const { rows } = await sql<{ n: number }>`select own_work_unread(${most}::int) as n`.execute(db)
    return rows[0]!.n
  },
}
