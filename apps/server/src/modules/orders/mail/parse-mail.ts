import { createHash } from 'node:crypto'
import type { InboxMail } from '../../integrations/index.ts'
import type { MailHeaders } from './mail-verdict.ts'

export interface Attachment {
  readonly name: string
  readonly content: Buffer
}

/** A mail as far as an order needs it. */
export interface ReadMail {
  /** Of its Message-ID; of its content if it has none. */
  readonly hash: Buffer
  /** '' if it has not exactly one author. */
  readonly from: string
  readonly fromName: string
  readonly subject: string
  readonly text: string
  readonly headers: MailHeaders
  /** All that it is addressed to, by header and by delivery. */
  readonly recipients: readonly string[]
  readonly attachments: readonly Attachment[]
}

/** HTML is read up to this length: a converter takes time. */
const mostHtml = 512 * 1024
const deliveryFields = new Set(['delivered-to', 'x-original-to', 'envelope-to'])

export async function parseMail({ source }: InboxMail): Promise<ReadMail> {
  const { simpleParser } = await import('mailparser')
  const mail = await simpleParser(source, {
    skipImageLinks: true,
    skipTextToHtml: true,
    maxHtmlLengthToParse: mostHtml,
  })
  const authors = mail.from?.value ?? []
  const from = authors.length === 1 ? (authors[0]!.address ?? '') : ''
  const headers = mail.headerLines.map(({ key, line }) => ({
    name: key,
    value: line.slice(line.indexOf(':') + 1).trim(),
  }))
  const addressed = [mail.to ?? [], mail.cc ?? []].flat().flatMap(({ value }) => value)
  return {
    hash: createHash('sha256')
      .update(mail.messageId ?? source)
      .digest(),
    from,
    fromName: authors[0]?.name ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    headers,
    recipients: [
      ...addressed.flatMap(({ address, group }) => [address, ...(group ?? []).map((one) => one.address)]),
      ...headers
        .filter(({ name }) => deliveryFields.has(name))
        .map(({ value }) => value.replaceAll(/[<>]/g, '')),
    ].filter((address) => address !== undefined),
    // Pictures of a signature are no evidence of anything.
    attachments: mail.attachments
      .filter(({ related }) => related !== true)
      .map(({ filename, content }) => ({ name: filename ?? '', content })),
  }
}
