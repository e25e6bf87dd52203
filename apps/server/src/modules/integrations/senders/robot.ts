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

/** Bytes of UTF-8 that a robot takes (operations.md §8); DingTalk and Feishu take 20 KB of a request. */
const mostBytes: Record<RobotVendor, Record<RobotSettings['format'], number>> = {
  wecom: { text: 2_048, markdown: 4_096 },
  dingtalk: { text: 18_000, markdown: 18_000 },
  feishu: { text: 18_000, markdown: 18_000 },
}

export async function sendToRobot(
  { vendor, format }: RobotSettings,
  { address, signSecret = '' }: RobotSecrets,
  message: OutgoingMessage,
  { caller, timeoutMilliseconds, signal, now }: Surroundings,
): Promise<void> {
  const content = contentOf(message, format, mostBytes[vendor][format])
  const url = new URL(address)
  let body = bodies[vendor](message.subject, content, format)
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
  { subject, lines, link, cutText }: Pick<OutgoingMessage, 'subject' | 'lines' | 'link' | 'cutText'>,
  format: RobotSettings['format'],
  most: number,
): string {
  const isMarkdown = format === 'markdown'
  const end = `\n${isMarkdown ? `[${plain(cutText)}](${link})` : `${cutText} ${link}`}`
  const room = most - Buffer.byteLength(end)
  const head = isMarkdown ? `**${plain(subject)}**` : mentionless(subject)
  // Robots draw a single line break of Markdown as a space.
  const text = [head, ...lines.map(isMarkdown ? plain : mentionless)].join(isMarkdown ? '\n\n' : '\n')
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

type Body = Record<string, unknown>

const bodies: Record<RobotVendor, (subject: string, content: string, format: 'markdown' | 'text') => Body> = {
  wecom: (_subject, content, format) => ({ msgtype: format, [format]: { content } }),
  dingtalk: (subject, content, format) =>
    format === 'text'
      ? { msgtype: 'text', text: { content } }
      : { msgtype: 'markdown', markdown: { title: cutBytes(subject, 120), text: content } },
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
}

/** Codes that mean "too many": WeCom, DingTalk, Feishu. */
const tooMany: Record<RobotVendor, readonly number[]> = {
  wecom: [45009, 45033],
  dingtalk: [130101],
  feishu: [9499, 11232],
}
/** DingTalk shuts the robot for ten minutes (operations.md §8). */
const shutSeconds: Record<RobotVendor, number> = { wecom: 60, dingtalk: 600, feishu: 60 }
/** The address or the signature is wrong: a person has to mend it. */
const wrongKey: Record<RobotVendor, readonly number[]> = {
  wecom: [93000, 93004, 93008, 40001],
  dingtalk: [300005, 310000, 400013, 400101, 400102, 43004],
  feishu: [19001, 19021, 19022, 19024],
}

function judge(vendor: RobotVendor, { status, body }: ServiceAnswer, secrets: readonly string[]): void {
  const { code, text } = saidIn(body)
  if (status >= 200 && status < 300 && code === 0) return
  const detail = saidBy(code === null ? `HTTP ${status}` : `${code}: ${text}`, secrets)
  if (status === 429 || (code !== null && tooMany[vendor].includes(code)))
    throw new SendFailure('too_many', detail, { isFinal: false, retryAfterSeconds: shutSeconds[vendor] })
  if (code !== null && wrongKey[vendor].includes(code))
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
