import type { ServiceCaller } from '../../../platform/outgoing-service.ts'
import type { ChannelSecrets } from '../channel-settings.ts'
import { cutBytes } from '../cut-bytes.ts'
import { dingtalkClient, type DingtalkSettings } from '../vendors/dingtalk.ts'
import { partOf, textOf } from '../vendors/json-calls.ts'
import { asMessage, cutCharacters, pageOf, plainText, refusedPerson, subjectOf } from './messenger.ts'
import { robotEscape } from './robot.ts'
import { type Addressee, type OutgoingMessage, saidBy } from './sender.ts'
import type { Receipt } from './sms-receipt.ts'

interface Reached {
  readonly caller: ServiceCaller
  readonly timeoutMilliseconds: number
}

/** Of a message with its addresses 2,048 bytes. */
const most = { title: 60, markdown: 900 } as const

/**
 * A work notice to one member (open.dingtalk.com/document/orgapp/asynchronous-sending-of-enterprise-session-messages). Nothing
 * proves who presses a button of it: each opens the page where the act is. Returns the task, by which DingTalk is asked whom it
 * refused.
 */
export async function sendByDingtalk(
  settings: DingtalkSettings,
  secrets: ChannelSecrets,
  message: OutgoingMessage,
  to: Addressee,
  reached: Reached,
): Promise<string | null> {
  const body = await asMessage(
    dingtalkClient(settings, secrets['secret'] ?? '', reached).topapi(
      '/topapi/message/corpconversation/asyncsend_v2',
      {
        agent_id: Number(settings.agentId),
        userid_list: subjectOf(to.subject),
        msg: { msgtype: 'action_card', action_card: cardOf(message) },
      },
    ),
  )
  if (body === null) throw refusedPerson('60121')
  const task = body['task_id']
  return typeof task === 'number' || typeof task === 'string' ? String(task) : null
}

function cardOf(message: OutgoingMessage): Readonly<Record<string, unknown>> {
  const { subject, lines, card, link, cutText } = message
  const title = cutCharacters(plainText(subject), most.title)
  // DingTalk takes a text once a day for a person: the time tells a message from an earlier one.
  const parts = [`**${robotEscape.markdown(subject)}**`, ...lines.map(robotEscape.markdown)]
  const note = card === undefined ? '' : `\n\n${card.note}`
  const markdown = cutBytes(parts.join('\n\n'), most.markdown, '…') + note
  const buttons = (card?.buttons ?? []).map(({ act, text }) => ({
    title: cutCharacters(text, 10),
    action_url: pageOf(act, message),
  }))
  if (buttons.length === 0)
    return { title, markdown, single_title: cutCharacters(card?.openText ?? cutText, 10), single_url: link }
  return { title, markdown, btn_orientation: '1', btn_json_list: buttons }
}

/**
 * Whom DingTalk refused a work notice (document/orgapp/gets-the-result-of-sending-messages-asynchronously-to-the-enterprise):
 * 143105 too many a day, 143106 the same text again. @throws SendFailure
 */
export async function askDingtalk(
  settings: DingtalkSettings,
  secrets: ChannelSecrets,
  { vendorId, subject }: { readonly vendorId: string; readonly subject?: string | null },
  reached: Reached,
): Promise<Receipt> {
  const body = await asMessage(
    dingtalkClient(settings, secrets['secret'] ?? '', reached).topapi(
      '/topapi/message/corpconversation/getsendresult',
      { agent_id: Number(settings.agentId), task_id: Number(vendorId) },
    ),
  )
  const result = partOf(body?.['send_result'])
  const listed = (name: string) => {
    const list = result[name]
    return Array.isArray(list) && list.includes(subject)
  }
  const limits = Array.isArray(result['forbidden_list']) ? result['forbidden_list'].map(partOf) : []
  const limit = limits.find(({ userid }) => userid === subject)
  if (limit !== undefined || listed('forbidden_user_id_list'))
    return { state: 'refused', code: saidBy(`forbidden ${textOf(limit?.['code'])}`) }
  for (const name of ['invalid_user_id_list', 'failed_user_id_list'])
    if (listed(name)) return { state: 'refused', code: name.replace('_user_id_list', '') }
  if (listed('read_user_id_list') || listed('unread_user_id_list')) return { state: 'delivered', code: '' }
  return { state: 'awaited', code: '' }
}
