import type { RobotVendor } from '@netward/contract/integration-values'
import { postToService, type ServiceAnswer } from '../../../platform/outgoing-service.ts'
import { cutBytes } from '../cut-bytes.ts'
import { signDingTalk, signFeishu } from '../signatures/robots.ts'
import { networkFailure } from './network-failure.ts'
import { type OutgoingMessage, saidBy, SendFailure, type Surroundings } from './sender.ts'

export interface RobotSettings {
  readonly vendor: RobotVendor
  readonly format: 'markdown' | 'text'
}

export interface RobotSecrets {
  readonly address: string
  readonly signSecret?: string
}

/** Bytes of UTF-8 that a robot takes (operations.md §8); DingTalk and Feishu take 20 KB of a request, Teams 28 KB. */
const mostBytes: Record<RobotVendor, Record<RobotSettings['format'], number>> = {
  wecom: { text: 2_048, markdown: 4_096 },
  dingtalk: { text: 18_000, markdown: 18_000 },
  feishu: { text: 18_000, markdown: 18_000 },
  teams: { text: 18_000, markdown: 18_000 },
}

/** WeCom mentions mobile numbers in plain text alone; texts of adaptive cards are Markdown. */
export const robotFormat = ({ vendor, format }: RobotSettings, mentions: boolean): RobotSettings['format'] =>
  vendor === 'teams' ? 'markdown' : vendor === 'wecom' && mentions ? 'text' : format

/** As robots know numbers: those of China without their country. */
const mobileOf = (phone: string) => phone.replace(/^\+86/, '').replace(/^\+/, '')

export async function sendToRobot(
  { vendor, format }: RobotSettings,
  { address, signSecret = '' }: RobotSecrets,
  message: OutgoingMessage,
  { caller, timeoutMilliseconds, signal, now }: Surroundings,
): Promise<void> {
  const mobiles = vendor === 'feishu' || vendor === 'teams' ? [] : (message.mentions ?? []).map(mobileOf)
  const used = robotFormat({ vendor, format }, mobiles.length > 0)
  const content = contentOf(message, used, mostBytes[vendor][used], vendor === 'dingtalk' ? mobiles : [])
  const url = new URL(address)
  let body = bodies[vendor](message.subject, content, used, mobiles)
  if (vendor === 'dingtalk' && signSecret !== '')
    for (const [name, value] of Object.entries(signDingTalk(signSecret, now())))
      url.searchParams.set(name, value)
  if (vendor === 'feishu' && signSecret !== '') body = { ...signFeishu(signSecret, now()), ...body }
  let answer: ServiceAnswer
  try {
    answer = await postToService(url.href, caller, {
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
      timeoutMilliseconds,
      ...(signal && { signal }),
    })
  } catch (error) {
    throw networkFailure(error)
  }
  // Feishu's key is the end of the path.
  const keys = url.pathname.split('/').filter((part) => part.length >= 16)
  judge(vendor, answer, [address, url.search.slice(1), ...url.searchParams.values(), ...keys, signSecret])
}

/** Lines, cut where they are too long, with the link in any case. */
export function contentOf(
  {
    subject,
    lines,
    link,
    cutText,
    isEscaped = false,
    onCall,
  }: Pick<OutgoingMessage, 'subject' | 'lines' | 'link' | 'cutText' | 'isEscaped' | 'onCall'>,
  format: RobotSettings['format'],
  most: number,
  /** Numbers that stand in the text, as DingTalk asks of mentions. */
  mobiles: readonly string[] = [],
): string {
  const isMarkdown = format === 'markdown'
  const mentioned = mobiles.map((mobile) => ` @${mobile}`).join('')
  const end = `\n${isMarkdown ? `[${plain(cutText)}](${link})` : `${cutText} ${link}`}${mentioned}`
  const room = most - Buffer.byteLength(end)
  const escape = isEscaped ? (text: string) => text : robotEscape[format]
  const head = isMarkdown ? `**${escape(subject)}**` : escape(subject)
  // Robots draw a single line break of Markdown as a space.
  const duty = onCall === undefined ? [] : [robotEscape[format](onCall)]
  const text = [head, ...duty, ...lines.map(escape)].join(isMarkdown ? '\n\n' : '\n')
  return cutBytes(text, room, '…') + end
}

/** Names of devices are hostile: they must not mention anybody. Feishu obeys `<at user_id="all">` in plain text too. */
function mentionless(text: string): string {
  return text.replace(/</g, '＜').replace(/>/g, '＞').replace(/@/g, '＠')
}

/** Nor may they link or format. */
function plain(text: string): string {
  return mentionless(text).replace(/([\\`*_[\]()#~|])/g, '\\$1')
}

/** By the format of a robot. */
export const robotEscape = { text: mentionless, markdown: plain } as const

type Body = Record<string, unknown>

const bodies: Record<
  RobotVendor,
  (subject: string, content: string, format: 'markdown' | 'text', mobiles: readonly string[]) => Body
> = {
  wecom: (_subject, content, format, mobiles) => ({
    msgtype: format,
    [format]: { content, ...(mobiles.length > 0 && { mentioned_mobile_list: mobiles }) },
  }),
  dingtalk: (subject, content, format, mobiles) => ({
    ...(format === 'text'
      ? { msgtype: 'text', text: { content } }
      : { msgtype: 'markdown', markdown: { title: cutBytes(subject, 120), text: content } }),
    ...(mobiles.length > 0 && { at: { atMobiles: mobiles, isAtAll: false } }),
  }),
  // Robots of Feishu mention by the ids of its own directory alone.
  feishu: (subject, content, format) =>
    format === 'text'
      ? { msg_type: 'text', content: { text: content } }
      : {
          msg_type: 'interactive',
          card: {
            header: { title: { tag: 'plain_text', content: cutBytes(subject, 120) } },
            elements: [{ tag: 'markdown', content }],
          },
        },
  // A workflow posts adaptive cards; people are mentioned by their Entra accounts alone.
  teams: (_subject, content) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [{ type: 'TextBlock', text: content, wrap: true }],
        },
      },
    ],
  }),
}

/** Codes that mean "too many": WeCom, DingTalk, Feishu. */
const tooMany: Record<RobotVendor, readonly number[]> = {
  wecom: [45009, 45033],
  dingtalk: [130101],
  feishu: [9499, 11232],
  teams: [],
}
/** DingTalk shuts the robot for ten minutes (operations.md §8). */
const shutSeconds: Record<RobotVendor, number> = { wecom: 60, dingtalk: 600, feishu: 60, teams: 60 }
/** The address or the signature is wrong: a person has to mend it. */
const wrongKey: Record<RobotVendor, readonly number[]> = {
  wecom: [93000, 93004, 93008, 40001],
  dingtalk: [300005, 310000, 400013, 400101, 400102, 43004],
  feishu: [19001, 19021, 19022, 19024],
  teams: [],
}

function judge(vendor: RobotVendor, { status, body }: ServiceAnswer, secrets: readonly string[]): void {
  const { code, text } = saidIn(body)
  // A workflow of Teams answers by the status alone.
  if (status >= 200 && status < 300 && (code === 0 || vendor === 'teams')) return
  const detail = saidBy(code === null ? `HTTP ${status}` : `${code}: ${text}`, secrets)
  if (status === 429 || (code !== null && tooMany[vendor].includes(code)))
    throw new SendFailure('too_many', detail, { isFinal: false, retryAfterSeconds: shutSeconds[vendor] })
  if (
    (code !== null && wrongKey[vendor].includes(code)) ||
    (vendor === 'teams' && (status === 401 || status === 403))
  )
    throw new SendFailure('credentials', detail, { isFinal: true })
  if (code === null) throw new SendFailure('answer', detail, { isFinal: status >= 400 && status < 500 })
  throw new SendFailure('refused', detail, { isFinal: code !== -1 })
}

function saidIn(body: string): { code: number | null; text: string } {
  try {
    const answer = JSON.parse(body) as Record<string, unknown>
    const code = answer['errcode'] ?? answer['code'] ?? answer['StatusCode']
    const text = answer['errmsg'] ?? answer['msg'] ?? answer['StatusMessage'] ?? ''
    return { code: typeof code === 'number' ? code : null, text: typeof text === 'string' ? text : '' }
  } catch {
    return { code: null, text: '' }
  }
}
