import { isIP } from 'node:net'
import { findService, withDeadline } from '../../../platform/outgoing-service.ts'
import type { InboxSettings } from '../inbox.ts'
import { type MailOauth, mailToken, type TokenUrls } from './mail-token.ts'
import { networkFailure } from './network-failure.ts'
import { type Addressee, type OutgoingMessage, saidBy, SendFailure, type Surroundings } from './sender.ts'

export interface MailSettings {
  /** Absent: the company's own. */
  readonly server?: 'own' | 'platform'
  readonly host: string
  readonly port: number
  readonly security: 'starttls' | 'tls' | 'offered'
  readonly user: string
  readonly from: string
  readonly fromName: string
  /** Null or absent: by password. */
  readonly oauth?: MailOauth | null
  /** The mailbox for replies; null or absent: none. */
  readonly inbox?: InboxSettings | null
}

export interface MailSecrets {
  readonly password?: string
  /** Of `oauth`. */
  readonly clientSecret?: string
}

/** A way to sign in to a mail server, and what is hidden in what the server says. */
interface Login {
  readonly auth: object | undefined
  readonly hidden: string
}

/**
 * Mail through a company's own server, or the platform's, whose address is the operator's. The name is resolved by the guarded client, and its certificate must be that of the
 * name. `starttls` refuses a server that does not offer it; with `offered` there is no password to lose.
 */
export async function sendMail(
  settings: MailSettings,
  secrets: MailSecrets,
  message: OutgoingMessage,
  to: Addressee,
  surroundings: Surroundings & { readonly tokenUrls?: TokenUrls },
): Promise<void> {
  const { user, oauth } = settings
  if (settings.server === 'platform' || !oauth) {
    const { password = '' } = secrets
    const auth = user === '' ? undefined : { user, pass: password }
    return sendOnce(settings, { auth, hidden: password }, message, to, surroundings)
  }
  const withToken = async (isRepeat: boolean): Promise<void> => {
    const token = await mailToken(oauth, secrets.clientSecret ?? '', user, surroundings)
    const login = { auth: { type: 'OAuth2', user, accessToken: token.value }, hidden: token.value }
    try {
      await sendOnce(settings, login, message, to, surroundings)
    } catch (error) {
      if (!(error instanceof SendFailure) || error.reason !== 'credentials') throw error
      await token.forget()
      if (isRepeat) throw error
      await withToken(true)
    }
  }
  return withToken(false)
}

async function sendOnce(
  settings: MailSettings,
  { auth, hidden }: Login,
  message: OutgoingMessage,
  to: Addressee,
  { caller, timeoutMilliseconds, signal, platformMail = null }: Surroundings,
): Promise<void> {
  const { host, port, security, fromName } = settings
  const platform = settings.server === 'platform' ? platformMail : undefined
  if (platform === null) throw new SendFailure('not_found', '', { isFinal: false })
  const from = platform?.mailFrom ?? settings.from
  const address = to.email ?? ''
  // The other timeouts begin anew with each answer: a server that always says a little more would hold a worker for ever.
  const deadline = withDeadline(2 * timeoutMilliseconds, signal)
  try {
    const { createTransport } = await import('nodemailer')
    const where =
      platform === undefined
        ? {
            host: (await findService(host, caller, deadline)).address,
            port,
            secure: security === 'tls',
            requireTLS: security === 'starttls',
            ...(auth !== undefined && { auth }),
            tls: isIP(host) === 0 ? { servername: host } : {},
          }
        : { url: platform.smtpUrl }
    const transport = createTransport({
      ...where,
      connectionTimeout: timeoutMilliseconds,
      greetingTimeout: timeoutMilliseconds,
      socketTimeout: timeoutMilliseconds,
      dnsTimeout: timeoutMilliseconds,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      await transport.sendMail({
        from: { name: fromName, address: from },
        to: { name: '', address },
        subject: message.subject,
        text: [
          ...message.lines,
          message.link,
          ...(message.act === undefined ? [] : ['', `${message.act.text}:`, message.act.link]),
          '',
        ].join('\n'),
        html: htmlOf(message),
        messageId: `<${message.id}@${from.split('@')[1]}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: deadline,
      })
    } finally {
      transport.close()
    }
  } catch (error) {
    throw mailFailure(error, platform === undefined ? hidden : passwordOf(platform.smtpUrl))
  }
}

/** What the other side says is shown without it. */
const passwordOf = (smtpUrl: string) =>
  URL.canParse(smtpUrl) ? decodeURIComponent(new URL(smtpUrl).password) : ''

/** RFC 5321 4.2.1: 4xx may pass, 5xx does not. */
function mailFailure(error: unknown, password = ''): SendFailure {
  const {
    code,
    responseCode,
    response,
    message = '',
  } = error as {
    code?: string
    responseCode?: number
    response?: string
    message?: string
  }
  const detail = saidBy(response ?? message, [password, Buffer.from(password).toString('base64')])
  const isFinal = responseCode !== undefined && responseCode >= 500
  if (code === 'EAUTH') return new SendFailure('credentials', detail, { isFinal, cause: error })
  if (code === 'ETLS' || /STARTTLS/i.test(message))
    return new SendFailure('no_starttls', detail, { isFinal: false, cause: error })
  if (code === 'EENVELOPE') return new SendFailure('recipient', detail, { isFinal, cause: error })
  if (responseCode !== undefined) return new SendFailure('refused', detail, { isFinal, cause: error })
  return networkFailure(error)
}

function htmlOf({ lines, link, act, language }: OutgoingMessage): string {
  return [
    `<!doctype html><html lang="${language}"><body style="font-family:sans-serif;font-size:15px;line-height:1.6">`,
    ...lines.map((line) => `<p style="margin:4px 0">${escaped(line)}</p>`),
    `<p><a href="${escaped(link)}">${escaped(link)}</a></p>`,
    ...(act === undefined ? [] : [`<p><a href="${escaped(act.link)}">${escaped(act.text)}</a></p>`]),
    '</body></html>',
  ].join('\n')
}

function escaped(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
