import { OutgoingRefused } from '../../../platform/outgoing.ts'
import { SendFailure } from './sender.ts'

const certificateCodes = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO)/

/** The failure that an error of the network means. None of these is final: the network may change. */
export function networkFailure(error: unknown): SendFailure {
  if (error instanceof SendFailure) return error
  const fail = (reason: SendFailure['reason'], detail = '') =>
    new SendFailure(reason, detail, { isFinal: reason === 'address_refused', cause: error })
  if (error instanceof OutgoingRefused) return fail('address_refused')
  const codes = codesOf(error)
  if (codes.some((code) => code === 'ENOTFOUND' || code === 'EAI_AGAIN')) return fail('not_found')
  const certificate = codes.find((code) => certificateCodes.test(code))
  if (certificate !== undefined) return fail('certificate', certificate)
  if (codes.some((code) => /TIMEOUT|TIMEDOUT|TimeoutError|AbortError/.test(code))) return fail('timeout')
  return fail('unreachable', codes.find((code) => /^E[A-Z]+$/.test(code)) ?? '')
}

/** Codes and names of an error and its causes. */
function codesOf(error: unknown): string[] {
  const codes: string[] = []
  for (let one = error, depth = 0; one instanceof Error && depth < 4; one = one.cause, depth += 1)
    codes.push(...('code' in one && typeof one.code === 'string' ? [one.code] : []), one.name)
  return codes
}
