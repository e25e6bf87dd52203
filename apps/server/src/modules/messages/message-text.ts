import { phrase } from '@netward/phrases/server'
import type { Message } from './message.ts'

/** Message fields other than its content. */
export interface Look {
  readonly publicUrl: string
  /** Sender name. */
  readonly platformName: string
  /** Whose page its link opens: a company's, under its prefix. */
  readonly pageName: string
}

export interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Text message: one line that names its sender. */
export function phoneText(message: Message, look: Look): string {
  return phrase(message.language, `messages.${textKey(message)}.phone`, {
    ...paramsOf(message, look.publicUrl),
    brand: unlinked(oneLine(look.platformName, 100)),
  })
}

/** Mail: text, and the same as plain HTML without images, external styles or read tracking. */
export function mailOf(message: Message, { publicUrl, pageName }: Look): RenderedMail {
  const { language } = message
  const params = paramsOf(message, publicUrl)
  const key = `messages.${textKey(message)}`
  const lines = phrase(language, `${key}.body`, params).split('\n')
  const isRead = message.replyTo !== undefined
  const mark = isRead ? [phrase(language, 'messages.replyAbove'), ''] : []
  const automatic = phrase(language, isRead ? 'messages.replyRead' : 'messages.automatic')
  const paragraphs = [...mark, ...lines].map(
    (line) => `<p>${line === params['link'] ? anchor(line) : escaped(line)}</p>`,
  )
  return {
    subject: oneLine(`${unlinked(pageName)} · ${phrase(language, `${key}.subject`, params)}`, 200),
    text: [...mark, ...lines, '', automatic, ''].join('\n'),
    html: [
      `<!doctype html><html lang="${language}"><body style="font-family:sans-serif;font-size:15px;line-height:1.6">`,
      ...paragraphs,
      `<p style="color:#666;font-size:13px">${escaped(automatic)}</p></body></html>`,
    ].join('\n'),
  }
}

function textKey(message: Message): string {
  if (message.kind === 'contact_changed') return `contact_changed_${message.params.channel}`
  if (message.kind === 'approval_notice') return `approval_notice.${message.params.notice}`
  if (message.kind === 'rota_notice') return `rota_notice.${message.params.notice}`
  if (message.kind === 'part_notice') return `part_notice.${message.params.notice}`
  if (message.kind === 'assignment_notice') return `assignment_notice.${message.params.notice}`
  if (message.kind === 'engineer_notice') return `engineer_notice.${message.params.notice}`
  if (message.kind === 'order_notice') return `order_notice.${message.params.notice}`
  if (message.kind === 'service_report')
    return `service_report.${message.attachments === undefined ? 'linked' : 'attached'}`
  return message.kind === 'tenant_notice' ? `tenant_notice.${message.params.notice}` : message.kind
}

function paramsOf(message: Message, publicUrl: string): Record<string, string> {
  const values = Object.fromEntries(
    Object.entries(message.params ?? {}).map(([name, value]) => [name, unlinked(oneLine(value, 500))]),
  )
  if (message.kind === 'licence_usage' || message.kind === 'licence_ending')
    values['quota'] = phrase(message.language, `licences.kinds.${message.params.quota}`)
  if (message.kind === 'application_failed')
    values['failure'] = phrase(message.language, `applications.failures.${message.params.failure}`)
  if (message.kind === 'channel_failing')
    values['reason'] = phrase(message.language, `integrations.failures.${message.params.reason}`)
  if (
    message.kind === 'tokens_asked' ||
    message.kind === 'tokens_granted' ||
    message.kind === 'tokens_refused'
  )
    values['budget'] = phrase(message.language, `assistant.requestKinds.${message.params.budget}`)
  if (message.kind === 'code') values['purpose'] = purposeText(message.language, message.params.purpose)
  const link = linkOf(message, publicUrl)
  return link === null ? values : { ...values, link }
}

function purposeText(language: Message['language'], purpose: string): string {
  const key = `messages.purposes.${purpose}`
  const text = phrase(language, key)
  return text === key ? phrase(language, 'messages.purposes.other') : text
}

/** The sign-in page of a company. */
const signInPage = (publicUrl: string, prefix: string) =>
  `${publicUrl}/${prefix === '' ? '' : `${encodeURIComponent(prefix)}/`}#/login`

/** The ticket is in the fragment: it never reaches a server, proxy or log. */
export const invitationLink = (
  publicUrl: string,
  { prefix, ticket }: { readonly prefix: string; readonly ticket: string },
): string => `${signInPage(publicUrl, prefix)}?view=invitation&ticket=${encodeURIComponent(ticket)}`

function linkOf(message: Message, publicUrl: string): string | null {
  const page = (prefix: string) => signInPage(publicUrl, prefix)
  switch (message.kind) {
    case 'reset_link':
      return `${page(message.params.prefix)}?view=reset&ticket=${encodeURIComponent(message.params.ticket)}`
    case 'invitation':
      return invitationLink(publicUrl, message.params)
    case 'registration_approved':
      return page(message.params.prefix)
    case 'channel_failing':
    case 'channel_secret_ending':
      return `${publicUrl}/#/systemSettings/dockingManagement`
    case 'token_budget':
    case 'tokens_asked':
      return `${publicUrl}/#/systemSettings/AIManagement?tab=budgets`
    case 'order_notice':
      return `${publicUrl}/#/workOrder/list/${encodeURIComponent(message.params.orderId)}`
    case 'rating_asked':
      return `${publicUrl}/#/login?view=progress&link=${encodeURIComponent(message.params.ticket)}`
    case 'service_report':
      return `${publicUrl}/#/reports/list/${encodeURIComponent(message.params.reportId)}`
    case 'approval_notice':
      return `${publicUrl}/#/task/approval/${encodeURIComponent(message.params.approvalId)}`
    case 'rota_notice':
      return `${publicUrl}/#/operationsMonitoring/onCall/${encodeURIComponent(message.params.rotaId)}${
        message.params.notice.startsWith('handover') ? '?tab=handovers' : ''
      }`
    case 'part_notice':
      return `${publicUrl}/#/parts/stock?short=yes&warehouseId=${encodeURIComponent(message.params.warehouseId)}`
    case 'assignment_notice':
      return `${publicUrl}/#/workOrder/shared/${encodeURIComponent(message.params.assignmentId)}`
    case 'engineer_notice':
      return `${publicUrl}/#/workOrder/engineers/${encodeURIComponent(message.params.personId)}`
    default:
      return null
  }
}

/** Prefix of the company whose page a message links to; empty for the platform's own. */
export function prefixOf(message: Message): string {
  return message.params !== undefined && 'prefix' in message.params ? message.params.prefix : ''
}

/** Without line breaks, control characters and bidirectional overrides. */
function oneLine(value: string, most: number): string {
  return value
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\u200E\u200F]+/gu, ' ')
    .trim()
    .slice(0, most)
}

/**
 * User-chosen names and reasons must not become links in a mail under our name: an invisible word joiner
 * splits what mail programs would take for an address.
 */
function unlinked(value: string): string {
  return value.replace(/([.:/@])(?=\S)/g, '$1\u2060')
}

function escaped(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function anchor(link: string): string {
  return `<a href="${escaped(link)}">${escaped(link)}</a>`
}
