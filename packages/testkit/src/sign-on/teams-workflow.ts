import { startFake } from './http-fake.ts'

type Json = Readonly<Record<string, unknown>>

export interface TeamsWorkflow {
  /** With its key, as Power Automate shows it. */
  readonly address: string
  /** Adaptive cards that were posted into the channel. */
  readonly cards: Json[]
  /** How many of the next posts are answered that there are too many. */
  busy: number
  stop(): Promise<void>
}

const mostBytes = 28 * 1024

/**
 * A workflow of Teams that starts when a webhook request is received, written from learn.microsoft.com (Create incoming webhooks
 * with Workflows; Adaptive Cards 1.4; as of 2025-06): 202 without a body where it takes the message, an error of Power Automate
 * otherwise.
 */
export async function startTeamsWorkflow(): Promise<TeamsWorkflow> {
  const key = 'sig-of-the-workflow-0123456789'
  const refused = (status: number, code: string, message: string) => ({
    status,
    json: { error: { code, message } },
  })
  const server = await startFake(({ method, url, json }) => {
    if (method !== 'POST') return refused(405, 'MethodNotAllowed', 'POST')
    if (url.searchParams.get('sig') !== key)
      return refused(
        401,
        'DirectApiAuthorizationRequired',
        `The sig ${url.searchParams.get('sig')} is not valid.`,
      )
    if (fake.busy > 0) {
      fake.busy -= 1
      return refused(429, 'WorkflowTriggerThrottled', 'Too many requests.')
    }
    const [attachment] = Array.isArray(json['attachments']) ? (json['attachments'] as Json[]) : []
    const card = attachment?.['content'] as Json | undefined
    if (
      json['type'] !== 'message' ||
      attachment?.['contentType'] !== 'application/vnd.microsoft.card.adaptive' ||
      card?.['type'] !== 'AdaptiveCard' ||
      !Array.isArray(card['body'])
    )
      return refused(400, 'TriggerInputSchemaMismatch', 'The input is not valid.')
    if (Buffer.byteLength(JSON.stringify(json)) > mostBytes)
      return refused(413, 'RequestEntityTooLarge', 'Too large.')
    fake.cards.push(card)
    return { status: 202 }
  })
  const fake: TeamsWorkflow = {
    address: `${server.url}/workflows/0123456789abcdef/triggers/manual/paths/invoke?api-version=2016-06-01&sig=${key}`,
    cards: [],
    busy: 0,
    stop: () => server.stop(),
  }
  return fake
}
