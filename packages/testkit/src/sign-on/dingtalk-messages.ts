import type { FakeAnswer, FakeRequest } from './http-fake.ts'

type Json = Readonly<Record<string, unknown>>

/** A work notice that reached a person. */
export interface DingtalkNotice {
  readonly to: string
  readonly card: Json
}

export interface DingtalkNotices {
  readonly notices: DingtalkNotice[]
  /** People whom the company's rules keep from messages, by the code that DingTalk answers. */
  readonly forbidden: Map<string, string>
  /** People whose phones were not reached. */
  readonly failing: Set<string>
}

interface Task {
  readonly invalid: string[]
  readonly forbidden: { code: string; count: number; userid: string }[]
  readonly failed: string[]
  readonly unread: string[]
}

const mostBytes = 2048

/**
 * Work notices of DingTalk, written from open.dingtalk.com (asynchronous-sending-of-enterprise-session-messages and
 * gets-the-result-of-sending-messages-asynchronously-to-the-enterprise, as of 2025-06). Errors stand inside HTTP 200; whom it
 * refuses is known by the task alone; the same text goes to a person once a day (143106), and 500 of them (143105).
 */
export function dingtalkNotices(
  agentId: string,
  isPerson: (userid: string) => boolean,
): { fake: DingtalkNotices; answer: (request: FakeRequest) => FakeAnswer | null } {
  const tasks = new Map<number, Task>()
  const texts = new Map<string, Set<string>>()
  const failed = (errcode: number, errmsg: string): FakeAnswer => ({
    json: { errcode, errmsg, request_id: 'R' },
  })
  const ok = (more: Json): FakeAnswer => ({ json: { errcode: 0, errmsg: 'ok', request_id: 'R', ...more } })
  const fake: DingtalkNotices = { notices: [], forbidden: new Map(), failing: new Set() }

  function send(json: Json): FakeAnswer {
    const list = typeof json['userid_list'] === 'string' ? json['userid_list'] : ''
    const message = json['msg'] as Json | undefined
    if (json['agent_id'] !== Number(agentId)) return failed(400002, 'invalid agent_id')
    if (list === '' || list.split(',').length > 100) return failed(41009, 'userid_list')
    const card = message?.['action_card'] as Json | undefined
    if (message?.['msgtype'] !== 'action_card' || card === undefined) return failed(41011, 'msgtype')
    if (Buffer.byteLength(JSON.stringify(message)) > mostBytes) return failed(40035, 'msg is too long')
    if (!isCard(card)) return failed(40035, 'action_card')
    const task: Task = { invalid: [], forbidden: [], failed: [], unread: [] }
    const id = 100_000 + tasks.size
    tasks.set(id, task)
    for (const userid of list.split(',')) deliver(userid, card, task)
    return ok({ task_id: id })
  }

  function deliver(userid: string, card: Json, task: Task): void {
    const before = texts.get(userid) ?? new Set()
    const text = JSON.stringify(card)
    const code =
      fake.forbidden.get(userid) ?? (before.has(text) ? '143106' : before.size >= 500 ? '143105' : undefined)
    if (!isPerson(userid)) task.invalid.push(userid)
    else if (code !== undefined) task.forbidden.push({ code, count: 1, userid })
    else if (fake.failing.has(userid)) task.failed.push(userid)
    else {
      texts.set(userid, before.add(text))
      task.unread.push(userid)
      fake.notices.push({ to: userid, card })
    }
  }

  return {
    fake,
    answer({ url, json }) {
      if (url.pathname === '/topapi/message/corpconversation/asyncsend_v2') return send(json)
      if (url.pathname !== '/topapi/message/corpconversation/getsendresult') return null
      const task = tasks.get(Number(json['task_id']))
      if (json['agent_id'] !== Number(agentId) || task === undefined) return failed(400002, 'invalid task_id')
      return ok({
        send_result: {
          invalid_user_id_list: task.invalid,
          forbidden_list: task.forbidden,
          failed_user_id_list: task.failed,
          read_user_id_list: [],
          unread_user_id_list: task.unread,
        },
      })
    },
  }
}

function isCard({ title, markdown, single_title, single_url, btn_json_list: buttons }: Json): boolean {
  const isText = (value: unknown) => typeof value === 'string' && value !== ''
  if (!isText(title) || !isText(markdown)) return false
  if (buttons === undefined) return isText(single_title) && isText(single_url)
  return (
    Array.isArray(buttons) &&
    buttons.length > 0 &&
    (buttons as Json[]).every((button) => isText(button['title']) && isText(button['action_url']))
  )
}
