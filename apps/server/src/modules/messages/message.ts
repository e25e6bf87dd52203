import type { RequestKind } from '@netward/contract/assistant-values'
import type { SendFailureReason } from '@netward/contract/integration-values'
import type { ActivationFailure } from '@netward/contract/states/application'
import type {
  ApprovalNotice,
  AssignmentNotice,
  EngineerNotice,
  OrderNotice,
  PartNotice,
  RotaNotice,
} from '@netward/contract/notice-values'
import type { QuotaKind } from '@netward/contract/states/licence'
import type { Language } from '@netward/phrases/server'

/** Recipient: a phone as `phoneOf` writes it, or a mail address. */
export type Recipient = { readonly phone: string } | { readonly email: string }

/** Message kind and its parameters. A new kind adds its texts to packages/phrases/src/{zh,en}/messages.ts. */
export type MessageContent =
  /** `purpose` is one of `messages.purposes`; others get a generic name. */
  | { readonly kind: 'code'; readonly params: { readonly code: string; readonly purpose: string } }
  /** Links: `prefix` is that of the company whose sign-in page they open. */
  | { readonly kind: 'reset_link'; readonly params: { readonly prefix: string; readonly ticket: string } }
  | { readonly kind: 'reset_done' | 'password_changed'; readonly params?: undefined }
  /** To the old address: the account has a new one. */
  | { readonly kind: 'contact_changed'; readonly params: { readonly channel: Channel } }
  | {
      readonly kind: 'invitation'
      readonly params: {
        readonly companyName: string
        readonly invitedBy: string
        readonly prefix: string
        readonly ticket: string
      }
    }
  /**
   * To people who keep an account created by a deleted company: `signInName` is replaced by their own
   * address.
   */
  | {
      readonly kind: 'account_freed'
      readonly params: { readonly companyName: string; readonly signInName: string }
    }
  | { readonly kind: 'registration_received'; readonly params: { readonly companyName: string } }
  | {
      readonly kind: 'registration_approved'
      readonly params: {
        readonly companyName: string
        readonly companyCode: string
        readonly prefix: string
      }
    }
  | {
      readonly kind: 'registration_refused'
      readonly params: { readonly companyName: string; readonly reason: string }
    }
  /** `quota` is one of `licences.kinds`; `until` a date. */
  | {
      readonly kind: 'licence_usage' | 'licence_ending'
      readonly params: {
        readonly quota: QuotaKind
        readonly used: string
        readonly granted: string
        readonly until: string
      }
    }
  /** To the administrators: an integration fails; `reason` is one of `integrations.failures`. */
  | {
      readonly kind: 'channel_failing'
      readonly params: { readonly name: string; readonly reason: SendFailureReason }
    }
  /** To the administrators: its secret or certificate ends on this day. */
  | {
      readonly kind: 'channel_secret_ending'
      readonly params: { readonly name: string; readonly until: string }
    }
  /** To the administrators: tokens of this month are this many percent of the budget. */
  | { readonly kind: 'token_budget'; readonly params: { readonly share: string; readonly month: string } }
  /** To the administrators: a person asks for more than the budget of their day, or of the month. */
  | {
      readonly kind: 'tokens_asked'
      readonly params: { readonly personName: string; readonly budget: RequestKind; readonly reason: string }
    }
  /** To the person who asked. */
  | {
      readonly kind: 'tokens_granted' | 'tokens_refused'
      readonly params: { readonly budget: RequestKind; readonly decidedBy: string; readonly answer: string }
    }
  /** `failure` is one of `applications.failures`. */
  | {
      readonly kind: 'application_failed'
      readonly params: { readonly applicationName: string; readonly failure: ActivationFailure }
    }
  /** To the administrators of the company and of its parents: its parent changed. */
  | {
      readonly kind: 'company_moved'
      readonly params: {
        readonly companyName: string
        readonly fromName: string
        readonly toName: string
        readonly reason: string
      }
    }
  /** To the administrators of a tenant: a user from above requests entry, or entered without asking. */
  | {
      readonly kind: 'acting_asked'
      readonly params: ActingParams & { readonly hours: string }
    }
  | { readonly kind: 'acting_glass_broken'; readonly params: ActingParams }
  /** To the administrators of a tenant that requires consent: a user from above requests a terminal. */
  | {
      readonly kind: 'terminal_asked'
      readonly params: ActingParams & { readonly deviceName: string; readonly minutes: string }
    }
  /** To the requester: the tenant admits or refuses them. */
  | {
      readonly kind: 'acting_approved'
      readonly params: { readonly companyName: string; readonly hours: string }
    }
  | { readonly kind: 'acting_refused'; readonly params: { readonly companyName: string } }
  /** About an event of a work order, to a person whom it concerns. `due` is a moment in the order's time zone. */
  | {
      readonly kind: 'order_notice'
      readonly params: {
        readonly notice: OrderNotice
        readonly orderId: string
        readonly number: string
        readonly title: string
        readonly companyName: string
        readonly actorName: string
        readonly note: string
        readonly clock: string
        readonly percent: string
        readonly due: string
      }
    }
  /** To the contact of a resolved order. */
  | {
      readonly kind: 'rating_asked'
      readonly params: {
        readonly companyName: string
        readonly number: string
        readonly title: string
        readonly ticket: string
      }
    }
  /** About an approval, to those who decide it or who asked for it. */
  | {
      readonly kind: 'approval_notice'
      readonly params: {
        readonly notice: ApprovalNotice
        readonly approvalId: string
        readonly title: string
        readonly companyName: string
        readonly actorName: string
        readonly note: string
      }
    }
  /** About a hand-over or a swap of a rota, to who is asked to act, or is answered. */
  | {
      readonly kind: 'rota_notice'
      readonly params: {
        readonly notice: RotaNotice
        readonly rotaId: string
        readonly title: string
        readonly companyName: string
        readonly actorName: string
        readonly note: string
      }
    }
  /** A report on a customer that was issued, to the addresses that get it. The figures are texts with their labels. */
  | {
      readonly kind: 'service_report'
      readonly params: {
        readonly reportId: string
        readonly title: string
        readonly makerName: string
        readonly from: string
        readonly to: string
        readonly availability: string
        readonly outages: string
        readonly alarms: string
        readonly inTime: string
        readonly rating: string
      }
    }
  /** Stock fell under its minimum, to who keeps the warehouse. `note`: how many there are of how many. */
  | {
      readonly kind: 'part_notice'
      readonly params: {
        readonly notice: PartNotice
        readonly warehouseId: string
        readonly title: string
        readonly companyName: string
        readonly note: string
      }
    }
  /** About a certificate, to its person and who heads the department. `note`: its last day. */
  | {
      readonly kind: 'engineer_notice'
      readonly params: {
        readonly notice: EngineerNotice
        readonly personId: string
        readonly title: string
        readonly companyName: string
        readonly note: string
      }
    }
  /** About an order of another company, to the shared engineer. `actorName`: that company. */
  | {
      readonly kind: 'assignment_notice'
      readonly params: {
        readonly notice: AssignmentNotice
        readonly assignmentId: string
        readonly number: string
        readonly title: string
        readonly companyName: string
        readonly actorName: string
        readonly note: string
      }
    }
  /** To the administrators of a company, about an action on it or an approaching date. */
  | {
      readonly kind: 'tenant_notice'
      readonly params: {
        readonly notice: TenantNotice
        readonly companyName: string
        readonly reason: string
        /** A date, formatted in the message's language. */
        readonly until: string
      }
    }

interface ActingParams {
  readonly companyName: string
  readonly actorName: string
  readonly actorCompany: string
  readonly reason: string
}

/** Keys below `messages.tenant_notice`. */
export const tenantNotices = [
  'frozen',
  'thawed',
  'deactivated',
  'reactivated',
  'converted',
  'extended',
  'ending',
  'ended',
  'deletion',
] as const
export type TenantNotice = (typeof tenantNotices)[number]

export type MessageKind = MessageContent['kind']

export type Channel = 'phone' | 'mail'

export type Message = MessageContent & {
  readonly to: Recipient
  readonly language: Language
  /** Mail: where replies are read. Absent: nobody reads them. */
  readonly replyTo?: string
  readonly attachments?: readonly Attachment[]
}

/** Of a mail. Stored with its message and deleted with it once sent. */
export interface Attachment {
  readonly name: string
  readonly mediaType: string
  readonly base64: string
}

/** Bytes of one attachment: mail servers refuse large mails, and each recipient's is stored until it is sent. */
export const mostAttached = 2 * 1024 * 1024

export function channelOf(to: Recipient): Channel {
  return 'phone' in to ? 'phone' : 'mail'
}

export function addressOf(to: Recipient): string {
  return 'phone' in to ? to.phone : to.email
}

/** Expires after this many seconds and is then not sent. */
export function usefulSeconds(kind: MessageKind): number {
  if (kind === 'code') return 300
  return kind === 'reset_link' ? 1800 : 24 * 3600
}
