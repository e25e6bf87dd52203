import { postToService, type ServiceAnswer } from '../../../platform/outgoing-service.ts'
import { signWebhook } from '../signatures/standard-webhook.ts'
import { networkFailure } from './network-failure.ts'
import { type OutgoingMessage, SendFailure, type Surroundings } from './sender.ts'

export interface WebhookSecrets {
  readonly address: string
  readonly secret: string
}

/** Standard Webhooks 1.0: any 2xx is taken, 410 says that nobody wants it any more, others may pass. */
export async function sendWebhook(
  { address, secret }: WebhookSecrets,
  { id, event }: OutgoingMessage,
  { caller, timeoutMilliseconds, signal, now }: Surroundings,
): Promise<void> {
  const at = now()
  const body = JSON.stringify({ type: event.type, timestamp: at.toISOString(), data: event.data })
  let answer: ServiceAnswer
  try {
    answer = await postToService(address, caller, {
      headers: { 'content-type': 'application/json', ...signWebhook(secret, id, at, body) },
      body,
      timeoutMilliseconds,
      ...(signal && { signal }),
    })
  } catch (error) {
    throw networkFailure(error)
  }
  const { status, headers } = answer
  if (status >= 200 && status < 300) return
  const detail = `HTTP ${status}`
  if (status === 401 || status === 403) throw new SendFailure('credentials', detail, { isFinal: false })
  if (status === 429 || status === 503) {
    const asked = Number(headers['retry-after'])
    throw new SendFailure('too_many', detail, {
      isFinal: false,
      retryAfterSeconds: Number.isInteger(asked) && asked > 0 ? Math.min(asked, 3600) : 60,
    })
  }
  throw new SendFailure('answer', detail, { isFinal: status === 410 })
}
