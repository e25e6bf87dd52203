import type { ErrorCode, FailedItem, FieldError } from '@netward/contract/errors'
import { phrase } from './phrases.ts'
import { isBlocked, showBlockingDialog } from './blocking-dialog.ts'
import { notify } from './notify.ts'
import { isLeaving, leaveTo } from './session.ts'
import { local } from './storage.ts'

/** `network` and `timeout` are failures in the browser; `aborted` is requested by the caller. */
export type ApiErrorCode = ErrorCode | 'network' | 'timeout' | 'aborted' | (string & {})

/** A failed call: the server's code and message, with their details. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  readonly requestId: string | null
  readonly data: unknown
  /** Invalid fields of the request, for the form to show. */
  readonly fields: readonly FieldError[]
  /** Refused items of a batch or an import. */
  readonly failed: readonly FailedItem[]
  /** Whether the error has already been shown to the user. */
  reported = false

  constructor(from: {
    code: ApiErrorCode
    message: string
    status?: number
    requestId?: string | null
    data?: unknown
  }) {
    super(from.message)
    this.name = 'ApiError'
    this.code = from.code
    this.status = from.status ?? 0
    this.requestId = from.requestId ?? null
    this.data = from.data ?? null
    this.fields = listIn(from.data, 'fields', isFieldError)
    this.failed = listIn(from.data, 'failed', isFailedItem)
  }

  /** Seconds until a retry is allowed, for `sign_in.wait` and `request.too_many`. */
  get retryAfterSeconds(): number | null {
    const value = isObject(this.data) ? this.data['retryAfterSeconds'] : undefined
    return typeof value === 'number' && value > 0 ? Math.ceil(value) : null
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isFieldError(value: unknown): value is FieldError {
  return isObject(value) && typeof value['field'] === 'string' && typeof value['message'] === 'string'
}

function isFailedItem(value: unknown): value is FailedItem {
  return isObject(value) && typeof value['ip'] === 'string' && typeof value['reason'] === 'string'
}

/** The list is `data` itself or a field of it. */
function listIn<T>(data: unknown, field: string, isItem: (value: unknown) => value is T): readonly T[] {
  const list = isObject(data) ? data[field] : data
  return Array.isArray(list) ? list.filter(isItem) : []
}

/** How the console reacts to a failed call. */
export type Reaction =
  /** Log out and go to login. */
  | { kind: 'sign-out' }
  /** One dialog that cannot be dismissed; its button logs out and goes to the root. */
  | { kind: 'forced-out'; message: string }
  /** The same for an expired page; also clears local storage. */
  | { kind: 'expired' }
  | { kind: 'failed-items'; items: readonly FailedItem[] }
  /** The form shows them on its fields. */
  | { kind: 'fields' }
  | { kind: 'silent' }
  | { kind: 'toast'; message: string | null }

/** The error catalogue (specification §8). The body's code decides, whatever the HTTP status. */
export function reactionTo(error: Pick<ApiError, 'code' | 'message' | 'fields' | 'failed'>): Reaction {
  switch (error.code) {
    case '40001':
    case '40005':
      return { kind: 'sign-out' }
    case '50001':
    case '50002':
    case '41033':
      if (error.failed.length > 0) return { kind: 'failed-items', items: error.failed }
      break
    case '40002':
    case '40027':
    case '40031':
    case '40032':
      return { kind: 'forced-out', message: error.message }
    case 'A0230':
      return { kind: 'expired' }
    case '10010':
    case 'aborted':
      return { kind: 'silent' }
    case 'request.invalid':
      if (error.fields.length > 0) return { kind: 'fields' }
      break
    default:
  }
  return { kind: 'toast', message: error.message === '' ? null : error.message }
}

/** Whether a screen shows nothing of it: silent, or a dialog or the sign-in page takes its place (specification §8). */
export function isHandledElsewhere(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    ['silent', 'sign-out', 'forced-out', 'expired'].includes(reactionTo(error).kind)
  )
}

/** The text of an error for a person. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.code === 'timeout') return phrase('common.timeout')
    if (error.code === 'network') return phrase('common.networkError')
    if (error.message !== '') return error.message
    // Not from our server: a proxy in front of it timed out.
    if (error.status === 504 || error.status === 408) return phrase('common.answerTimeout')
  }
  return phrase('common.systemError')
}

/** Reactions that end the session, and silence, do not depend on what the caller does with the error. */
export function reactToSessionEnd(error: ApiError): void {
  const reaction = reactionTo(error)
  if (reaction.kind === 'silent') error.reported = true
  else if (reaction.kind === 'sign-out') {
    error.reported = true
    // The dialog gives the reason, and its button also leads out.
    if (!isBlocked()) leaveTo('/login', requestedRoute())
  } else if (reaction.kind === 'forced-out' || reaction.kind === 'expired') {
    error.reported = true
    if (isLeaving()) return
    showBlockingDialog({
      title: phrase('common.warning'),
      text: reaction.kind === 'expired' ? phrase('errors.A0230') : errorText(error),
      actions: [
        {
          label: phrase('common.signInAgain'),
          act: () => {
            if (reaction.kind === 'expired') local.clear()
            leaveTo('/')
          },
        },
      ],
    })
  }
}

/** Shows the error to the user, once. Field errors are left to the form that sent them. */
export function reportError(error: unknown): void {
  if (isLeaving()) return
  if (!(error instanceof ApiError)) {
    notify.error(errorText(error))
    return
  }
  if (error.reported) return
  const reaction = reactionTo(error)
  if (reaction.kind === 'fields') return
  error.reported = true
  if (reaction.kind === 'failed-items') notify.error(phrase('common.failedItems'), reaction.items)
  else if (reaction.kind === 'toast') notify.error(errorText(error))
}

/** The current page: signing in again leads back to it. */
function requestedRoute(): string | undefined {
  const route = window.location.hash.slice(1)
  return route === '' || route === '/' || route.startsWith('/login') ? undefined : route
}
