import type { Transporter } from 'nodemailer'
import type { MessageConfig } from './channels.ts'
import { addressOf } from './message.ts'
import { mailOf } from './message-text.ts'
import { type MessageSender, Undeliverable } from './sender.ts'

const timeoutMilliseconds = 20_000

/**
 * Mail over SMTP by SMTP_URL: `smtps://` is TLS from the first byte; `smtp://` upgrades to TLS where the
 * server offers it, and `?requireTLS=true` enforces it. Certificates are checked.
 */
export function mailSender(config: MessageConfig & { smtpUrl: string }): MessageSender {
  const transport = async () =>
    (await import('nodemailer')).createTransport({
      url: config.smtpUrl,
      connectionTimeout: timeoutMilliseconds,
      greetingTimeout: timeoutMilliseconds,
      socketTimeout: timeoutMilliseconds,
      dnsTimeout: timeoutMilliseconds,
      // Message content never triggers a file read or a fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  // Loaded on the first mail: many installations send none for hours.
  let opened: Promise<Transporter> | null = null
  return {
    channel: 'mail',
    async send(id, message, look) {
      const { subject, text, html } = mailOf(message, look)
      try {
        opened ??= transport()
        await (
          await opened
        ).sendMail({
          from: { name: look.platformName, address: config.mailFrom },
          to: { name: '', address: addressOf(message.to) },
          ...(message.replyTo !== undefined && { replyTo: message.replyTo }),
          subject,
          text,
          html,
          attachments: (message.attachments ?? []).map(({ name, mediaType, base64 }) => ({
            filename: name,
            contentType: mediaType,
            content: Buffer.from(base64, 'base64'),
          })),
          // Constant across retries, so that receivers detect duplicates.
          messageId: `<${id}@${config.mailFrom.split('@')[1]}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        if (isFinal(error)) throw new Undeliverable('refused by the mail server', { cause: error })
        throw error
      }
    },
  }
}

/**
 * The server permanently refuses this message or recipient (RFC 5321 4.2.1); wrong credentials may be
 * corrected.
 */
function isFinal(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500
}
