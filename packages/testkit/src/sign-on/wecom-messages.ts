import type { FakeAnswer, FakeRequest } from './http-fake.ts'

type Json = Readonly<Record<string, unknown>>

/** A message that reached a member. */
export interface WecomMessage {
  readonly to: string
  readonly type: 'textcard' | 'template_card'
  readonly content: Json
  /** Of a template card: its buttons that were pressed away. */
  replaced: string | null
}

export interface WecomMessages {
  readonly messages: WecomMessage[]
  /** Members without a licence. */
  readonly unlicensed: Set<string>
  /** Moves the clock on. */
  pass(seconds: number): void
  /** Fields of the event that a pressed button sends; its code changes the card once. */
  press(index: number, key: string, by?: string): Readonly<Record<string, string>>
}

const limits = { minute: 30, hour: 1000 } as const

/**
 * Messages of WeCom, written from developer.work.weixin.qq.com (documents 90236 message/send, 94888 update_template_card, 90240
 * template_card_event, as of 2025-06). Errors stand inside HTTP 200; people who are no members stand in `invaliduser` beside
 * errcode 0; more than 30 a minute or 1,000 an hour to one member are dropped without a word; the same content within the interval
 * is sent once; a task_id is used once.
 */
export function wecomMessages(
  agentId: string,
  isMember: (userid: string) => boolean,
): { fake: WecomMessages; answer: (request: FakeRequest) => FakeAnswer | null } {
  const delivered: WecomMessage[] = []
  const times = new Map<string, number[]>()
  const lately = new Map<string, number>()
  const tasks = new Set<string>()
  const codes = new Map<string, number>()
  let now = 0
  const failed = (errcode: number, errmsg: string): FakeAnswer => ({ json: { errcode, errmsg } })
  const ok = (more: Json): FakeAnswer => ({ json: { errcode: 0, errmsg: 'ok', ...more } })

  const fake: WecomMessages = {
    messages: delivered,
    unlicensed: new Set(),
    pass(seconds) {
      now += seconds
    },
    press(index, key, by = delivered[index]!.to) {
      const { content } = delivered[index]!
      const code = `response-${codes.size}`
      codes.set(code, index)
      return {
        FromUserName: by,
        MsgType: 'event',
        Event: 'template_card_event',
        EventKey: key,
        TaskId: String(content['task_id']),
        CardType: String(content['card_type']),
        ResponseCode: code,
        AgentID: agentId,
      }
    },
  }

  function send(json: Json): FakeAnswer {
    const type = json['msgtype']
    if (Number(json['agentid']) !== Number(agentId))
      return failed(301002, 'not allow to operate another agent')
    if (type !== 'textcard' && type !== 'template_card') return failed(40008, 'invalid message type')
    const content = json[type] as Json | undefined
    const wrong = content === undefined ? 'missing content' : faultOf(type, content)
    if (wrong !== null) return failed(40058, wrong)
    const task = content!['task_id']
    const repeats = `${String(json['touser'])} ${JSON.stringify(content)}`
    const interval =
      json['enable_duplicate_check'] === 1 ? Number(json['duplicate_check_interval'] ?? 1800) : 0
    const before = lately.get(repeats)
    const taken = { msgid: `m-${delivered.length}`, invaliduser: '', unlicenseduser: '' }
    if (before !== undefined && now - before < interval) return ok(taken)
    if (typeof task === 'string' && tasks.has(task)) return failed(40058, 'task_id is used')
    const named = (typeof json['touser'] === 'string' ? json['touser'] : '')
      .split('|')
      .filter((one) => one !== '')
    const members = named.filter(isMember)
    if (members.length === 0) return failed(81013, 'user & party & tag all invalid')
    const reached = members.filter((one) => !fake.unlicensed.has(one))
    lately.set(repeats, now)
    if (typeof task === 'string') tasks.add(task)
    for (const to of reached)
      if (isWithinLimits(to)) delivered.push({ to, type, content: content!, replaced: null })
    return ok({
      ...taken,
      invaliduser: named.filter((one) => !isMember(one)).join('|'),
      unlicenseduser: members.filter((one) => fake.unlicensed.has(one)).join('|'),
    })
  }

  function isWithinLimits(to: string): boolean {
    const sent = (times.get(to) ?? []).filter((at) => now - at < 3600)
    if (sent.length >= limits.hour || sent.filter((at) => now - at < 60).length >= limits.minute) return false
    times.set(to, [...sent, now])
    return true
  }

  function replace(json: Json): FakeAnswer {
    const code = String(json['response_code'])
    const index = codes.get(code)
    if (index === undefined) return failed(42014, 'response_code is used or expired')
    codes.delete(code)
    const name = (json['button'] as Json | undefined)?.['replace_name']
    if (typeof name !== 'string' || !Array.isArray(json['userids'])) return failed(40058, 'missing button')
    delivered[index]!.replaced = name
    return ok({ invaliduser: [] })
  }

  return {
    fake,
    answer({ method, url, json }) {
      if (method !== 'POST') return null
      if (url.pathname === '/cgi-bin/message/send') return send(json)
      return url.pathname === '/cgi-bin/message/update_template_card' ? replace(json) : null
    },
  }
}

const characters = (value: unknown) => Array.from(typeof value === 'string' ? value : '').length

function faultOf(type: 'textcard' | 'template_card', content: Json): string | null {
  if (type === 'textcard') {
    const { title, description, url } = content
    if (characters(title) === 0 || characters(title) > 128) return 'title'
    if (characters(description) === 0 || characters(description) > 512) return 'description'
    return typeof url === 'string' && Buffer.byteLength(url) <= 2048 ? null : 'url'
  }
  const buttons = content['button_list']
  if (content['card_type'] !== 'button_interaction') return 'card_type'
  if (!/^[\w@-]{1,128}$/.test(String(content['task_id']))) return 'task_id'
  if (characters((content['main_title'] as Json | undefined)?.['title']) === 0) return 'main_title'
  if (!Array.isArray(buttons) || buttons.length === 0 || buttons.length > 6) return 'button_list'
  const right = (buttons as Json[]).every(
    ({ text, type: kind = 0, key, url }) =>
      characters(text) > 0 &&
      (kind === 1 ? typeof url === 'string' : typeof key === 'string' && key.length <= 1024),
  )
  return right ? null : 'button'
}
