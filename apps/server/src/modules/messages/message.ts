import type { ActivationFailure } from '@netward/contract/states/application'
import type { QuotaKind } from '@netward/contract/states/licence'
import type { Language } from '@netward/phrases/server'

/** Where a message goes: a phone as `phoneOf` writes it, or a mail address. */
export type Recipient = { readonly phone: string } | { readonly email: string }

/** What is told, with what fills it in. A new kind adds its texts to packages/phrases/src/{zh,en}/messages.ts. */
export type MessageContent =
  /** `purpose` is one of `messages.purposes`, or anything else, which is then named in general. */
  | { readonly kind: 'code'; readonly params: { readonly code: string; readonly purpose: string } }
  /** Links: `prefix` is the company's, whose sign-in page they open. */
  | { readonly kind: 'reset_link'; readonly params: { readonly prefix: string; readonly ticket: string } }
  | { readonly kind: 'reset_done' | 'password_changed'; readonly params?: undefined }
  /** To the old address: the account has another one now. */
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
  /** To whoever keeps an account that a deleted company made: it was `signInName`, now an own address is. */
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
  /** `failure` is one of `applications.failures`. */
  | {
      readonly kind: 'application_failed'
      readonly params: { readonly applicationName: string; readonly failure: ActivationFailure }
    }
  /** To the administrators of the company and of its parents: it has another parent now. */
  | {
      readonly kind: 'company_moved'
      readonly params: {
        readonly companyName: string
        readonly fromName: string
        readonly toName: string
        readonly reason: string
      }
    }
  /** To the administrators of a tenant: somebody from above asks to enter, or did so without asking. */
  | {
      readonly kind: 'acting_asked'
      readonly params: ActingParams & { readonly hours: string }
    }
  | { readonly kind: 'acting_glass_broken'; readonly params: ActingParams }
  /** To the administrators of a tenant that wants to be asked: somebody from above asks for a terminal. */
  | {
      readonly kind: 'terminal_asked'
      readonly params: ActingParams & { readonly deviceName: string; readonly minutes: string }
    }
  /** To whoever asked: the tenant lets them in, or does not. */
  | {
      readonly kind: 'acting_approved'
      readonly params: { readonly companyName: string; readonly hours: string }
    }
  | { readonly kind: 'acting_refused'; readonly params: { readonly companyName: string } }
  /** To the administrators of a company, about what was done to it or what is near. */
  | {
      readonly kind: 'tenant_notice'
      readonly params: {
        readonly notice: TenantNotice
        readonly companyName: string
        readonly reason: string
        /** A date, as it is written in the language of the message. */
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

export type Message = MessageContent & { readonly to: Recipient; readonly language: Language }

export function channelOf(to: Recipient): Channel {
  return 'phone' in to ? 'phone' : 'mail'
}

export function addressOf(to: Recipient): string {
  return 'phone' in to ? to.phone : to.email
}

/** Of no use after so many seconds: not sent any more then. */
export function usefulSeconds(kind: MessageKind): number {
  if (kind === 'code') return 300
  return kind === 'reset_link' ? 1800 : 24 * 3600
}
