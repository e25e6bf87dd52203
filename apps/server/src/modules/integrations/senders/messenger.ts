import { robotEscape } from './robot.ts'
import { type CardAct, type OutgoingMessage, SendFailure } from './sender.ts'

/** What a person can mend, and no repetition. */
const lasting = new Set<SendFailure['reason']>([
  'application_unknown',
  'credentials',
  'permission_missing',
  'recipient',
  'refused',
  'trusted_address',
])

/** Clients of vendors leave open whether a failure lasts: they serve sign-ins, which are not repeated. @throws SendFailure */
export async function asMessage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error
    const { reason, detail } = error
    throw new SendFailure(reason, detail, {
      isFinal: lasting.has(reason),
      ...(reason === 'too_many' && { retryAfterSeconds: 60 }),
      cause: error,
    })
  }
}

/** The account that a message goes to. @throws SendFailure */
export function subjectOf(subject: string | undefined): string {
  if (subject === undefined) throw new SendFailure('unlinked', '', { isFinal: true })
  return subject
}

/** The vendor took the message, and not for this person. */
export const refusedPerson = (detail: string) => new SendFailure('recipient', detail, { isFinal: true })

export function cutCharacters(text: string, most: number): string {
  const characters = Array.from(text)
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

/** Names of devices are hostile: markup and mentions of theirs are none. */
export const plainText = robotEscape.text

export const linesOf = ({ lines }: Pick<OutgoingMessage, 'lines'>): string => lines.map(plainText).join('\n')

/** A vendor proves who pressed a button only where it signs and encrypts its callbacks. */
export const provesPresses = (secrets: Readonly<Record<string, string>>): boolean =>
  (secrets['eventToken'] ?? '') !== '' && (secrets['eventKey'] ?? '') !== ''

/** Where a person acts on a page instead: a link of their own acknowledges without signing in, behind its button. */
export const pageOf = (act: CardAct, { act: ticket, link }: Pick<OutgoingMessage, 'act' | 'link'>): string =>
  act === 'acknowledge' && ticket !== undefined ? ticket.link : link
