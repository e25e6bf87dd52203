import type { SendFailureReason } from '@netward/contract/integration-values'
import type { SignOnRefusal } from '@netward/contract/sign-on-values'
import type { ServiceCaller } from '../../../platform/outgoing-service.ts'
import { SendFailure } from '../senders/sender.ts'

/** What a vendor's client needs to know of the world. */
export interface VendorSurroundings {
  readonly caller: ServiceCaller
  readonly timeoutMilliseconds: number
  readonly signal?: AbortSignal
}

/** A sign-in at a vendor that begins. */
export interface Beginning {
  readonly state: string
  readonly nonce: string
  /** Of PKCE (RFC 7636). */
  readonly verifier: string
  /** Where the vendor returns to. */
  readonly callbackUrl: string
  /** The browser is inside the vendor's own client. */
  readonly userAgent: string
}

/** What of a beginning is needed at its end, and what a vendor adds. */
export type Kept = Omit<Beginning, 'userAgent'> & { readonly requestId?: string }

/** Parameters of the callback: of the query, or of the form that SAML posts. */
export type CallbackParameters = Readonly<Record<string, string>>

/** Whom a vendor vouches for. */
export interface Identity {
  /** The same for ever, and never another person's. */
  readonly subject: string
  readonly displayName: string
  /** A sign-in name there, from which a user name is made. */
  readonly userName: string
  /** Verified by the vendor; it proves nothing here but its domain. */
  readonly email: string | null
  readonly sid: string | null
  /** Names of methods and classes: amr, acr, AuthnContextClassRef. */
  readonly methods: readonly string[]
}

/** A vendor's way to sign in. */
export interface SignInVendor {
  /** The address that the browser opens. */
  begin(beginning: Beginning): Promise<{ location: string; requestId?: string }>
  /** @throws SignOnRefused, SendFailure */
  finish(parameters: CallbackParameters, kept: Kept): Promise<Identity>
  /** Asks what a sign-in will ask, as far as it goes without a person. Returns what worked. @throws SendFailure */
  test(callbackUrl: string): Promise<readonly string[]>
}

/** The vendor works; this person may not come in. */
export class SignOnRefused extends Error {
  override name = 'SignOnRefused'
  readonly refusal: SignOnRefusal
  readonly detail: string

  constructor(refusal: SignOnRefusal, detail = '') {
    super(`${refusal}: ${detail}`)
    this.refusal = refusal
    this.detail = detail
  }
}

export const failure = (reason: SendFailureReason, detail: string, cause?: unknown): SendFailure =>
  new SendFailure(reason, detail, { isFinal: false, cause })

/** A failure with the number that the vendor gives it. */
export const numbered = (
  code: number,
  reason: SendFailureReason,
  detail: string,
): SendFailure & { readonly code: number } => Object.assign(failure(reason, detail), { code })

/** The vendor's number of a failure; null: it has none. */
export const numberOf = (error: unknown): number | null =>
  error instanceof SendFailure && 'code' in error ? Number(error.code) : null
