import { isIP } from 'node:net'
import { findService, type ServiceCaller, withDeadline } from '../../platform/outgoing-service.ts'
import { networkFailure } from './senders/network-failure.ts'
import { type MailOauth, type MailToken, mailToken, type TokenUrls } from './senders/mail-token.ts'
import { saidBy, SendFailure } from './senders/sender.ts'

/** The mailbox that takes answers to mails of a mail channel (IMAP4rev1, RFC 3501). */
export interface InboxSettings {
  readonly host: string
  readonly port: number
  /** TLS from the first byte, or STARTTLS that is required: there is always a password. */
  readonly security: 'tls' | 'starttls'
  readonly user: string
  /** What answers are addressed to; the server takes `name+anything` for it (RFC 5233). */
  readonly address: string
  /** Whose Authentication-Results count (authserv-id, RFC 8601). */
  readonly authServer: string
}

/** Of a mail channel that reads replies. */
export interface MailboxSettings {
  readonly inbox: InboxSettings
  /** Null or absent: by password. */
  readonly oauth?: MailOauth | null
}

export interface MailboxSecrets {
  readonly inboxPassword?: string
  readonly clientSecret?: string
}

export interface InboxSurroundings {
  readonly caller: ServiceCaller
  readonly timeoutMilliseconds: number
  readonly signal?: AbortSignal
  /** A certificate of tests, in PEM. */
  readonly trust?: string
  /** Of tests. */
  readonly tokenUrls?: TokenUrls
}

/** Where reading goes on: UIDs are those of one UIDVALIDITY (RFC 3501 §2.3.1.1). */
export interface InboxPosition {
  readonly uidValidity: string
  readonly nextUid: number
}

export interface InboxMail {
  readonly uid: number
  readonly receivedAt: Date
  /** As it came, or only its beginning. */
  readonly source: Buffer
  readonly isWhole: boolean
}

const wholeBytes = 25 * 2 ** 20
const beginningBytes = 256 * 1024
const mostAtOnce = 50

/**
 * Reads what came since a position, the oldest first, and leaves all marks of the mailbox as they are. Without a position, or
 * in a mailbox that was made anew, nothing is read: its present end is the position.
 * @param take stores one mail; it is called again for the same if it or the process fails.
 * @throws SendFailure; what `take` throws.
 */
export async function readInbox(
  { inbox, oauth = null }: MailboxSettings,
  secrets: MailboxSecrets,
  position: InboxPosition | null,
  take: (mail: InboxMail, next: InboxPosition) => Promise<void>,
  surroundings: InboxSurroundings,
): Promise<InboxPosition> {
  const { caller, timeoutMilliseconds, signal, trust } = surroundings
  const { host, port, security, user } = inbox
  const deadline = withDeadline(4 * timeoutMilliseconds, signal)
  let stop = () => {}
  let isTaking = false
  let token: MailToken | null = null
  try {
    if (oauth !== null) token = await mailToken(oauth, secrets.clientSecret ?? '', user, surroundings)
    const { address } = await findService(host, caller, deadline)
    const { ImapFlow } = await import('imapflow')
    const client = new ImapFlow({
      host: address,
      ...(isIP(host) === 0 && { servername: host }),
      port,
      secure: security === 'tls',
      ...(security === 'starttls' && { doSTARTTLS: true }),
      auth: token === null ? { user, pass: secrets.inboxPassword ?? '' } : { user, accessToken: token.value },
      tls: { minVersion: 'TLSv1.2', ...(trust !== undefined && { ca: trust }) },
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: timeoutMilliseconds,
      greetingTimeout: timeoutMilliseconds,
      socketTimeout: timeoutMilliseconds,
      maxLineLength: 2 ** 20,
      maxLiteralSize: wholeBytes + 1,
    })
    // Reported by what waits for it.
    client.on('error', () => {})
    stop = () => client.close()
    deadline.addEventListener('abort', stop, { once: true })
    await client.connect()
    const lock = await client.getMailboxLock('INBOX', { readOnly: true })
    try {
      const mailbox = client.mailbox
      if (mailbox === false) throw new SendFailure('answer', 'INBOX', { isFinal: false })
      const uidValidity = String(mailbox.uidValidity)
      if (position?.uidValidity !== uidValidity) return { uidValidity, nextUid: mailbox.uidNext }
      const found = (await client.search({ uid: `${position.nextUid}:*` }, { uid: true })) || []
      let next = position
      // `n:*` names the last mail even if n is beyond it.
      const fresh = found.filter((uid) => uid >= position.nextUid).toSorted((a, b) => a - b)
      for (const uid of fresh.slice(0, mostAtOnce)) {
        const size = await client.fetchOne(String(uid), { size: true, internalDate: true }, { uid: true })
        // Somebody has removed it.
        if (size === false) continue
        const isWhole = (size.size ?? 0) <= wholeBytes
        const mail = await client.fetchOne(
          String(uid),
          { source: isWhole ? true : { maxLength: beginningBytes } },
          { uid: true },
        )
        if (mail === false || mail.source === undefined) continue
        next = { uidValidity, nextUid: uid + 1 }
        isTaking = true
        await take(
          { uid, receivedAt: new Date(size.internalDate ?? Date.now()), source: mail.source, isWhole },
          next,
        )
        isTaking = false
      }
      return next
    } finally {
      lock.release()
      await client.logout().catch(() => {})
    }
  } catch (error) {
    if (isTaking || error instanceof SendFailure) throw error
    const failure = inboxFailure(error, token?.value ?? secrets.inboxPassword ?? '')
    // The next reading asks for another one.
    if (failure.reason === 'credentials') await token?.forget()
    throw deadline.aborted ? new SendFailure('timeout', '', { isFinal: false, cause: error }) : failure
  } finally {
    deadline.removeEventListener('abort', stop)
    stop()
  }
}

function inboxFailure(error: unknown, password: string): SendFailure {
  const {
    authenticationFailed,
    responseText,
    tlsFailed,
    message = '',
  } = error as {
    authenticationFailed?: boolean
    responseText?: string
    tlsFailed?: boolean
    message?: string
  }
  const fail = (reason: SendFailure['reason'], detail: string) =>
    new SendFailure(reason, saidBy(detail, [password]), { isFinal: false, cause: error })
  if (authenticationFailed === true) return fail('credentials', responseText ?? '')
  if (tlsFailed === true || /STARTTLS/i.test(message)) return fail('no_starttls', message)
  if (responseText !== undefined) return fail('refused', responseText)
  return networkFailure(error)
}
