import type { ServiceCaller } from '../../../platform/outgoing-service.ts'
import type { ChannelSecrets } from '../channel-settings.ts'
import { cutBytes } from '../cut-bytes.ts'
import { feishuClient, type FeishuSettings } from '../vendors/feishu.ts'
import { asMessage, cutCharacters, pageOf, plainText, subjectOf, provesPresses } from './messenger.ts'
import { robotEscape } from './robot.ts'
import type { Addressee, OutgoingMessage } from './sender.ts'

interface Reached {
  readonly caller: ServiceCaller
  readonly timeoutMilliseconds: number
}

const most = { title: 100, markdown: 12_000, button: 20, reason: 500 } as const

/**
 * A message of the application to one person (open.feishu.cn/document/server-docs/im-v1/message/create): a card of schema 2.0.
 * Feishu takes a uuid once within an hour.
 */
export async function sendByFeishu(
  settings: FeishuSettings,
  secrets: ChannelSecrets,
  message: OutgoingMessage,
  to: Addressee,
  reached: Reached,
): Promise<void> {
  const receive_id = subjectOf(to.subject)
  await asMessage(
    feishuClient(settings, secrets['secret'] ?? '', reached).asTenant(
      '/open-apis/im/v1/messages?receive_id_type=open_id',
      {
        receive_id,
        msg_type: 'interactive',
        content: JSON.stringify(feishuCard(message, provesPresses(secrets))),
        uuid: message.id,
      },
    ),
  )
}

type Element = Readonly<Record<string, unknown>>

function feishuCard(message: OutgoingMessage, takes: boolean): Element {
  const { subject, lines, card } = message
  const text = cutBytes(lines.map(robotEscape.markdown).join('\n\n'), most.markdown, '…')
  const buttons = (card?.buttons ?? []).map(({ act, text: label }, at) => {
    const behavior = takes ? pressOf(message.id, act) : opening(pageOf(act, message))
    return act === 'refuse' && takes
      ? refusal(message, label)
      : buttonOf(label, at === 0 ? 'primary' : 'default', behavior)
  })
  return {
    schema: '2.0',
    config: { update_multi: true },
    header: { title: plain(cutCharacters(plainText(subject), most.title)) },
    body: {
      elements: [
        { tag: 'markdown', content: text },
        ...(card === undefined ? [] : [{ tag: 'markdown', content: card.note, text_size: 'notation' }]),
        ...buttons,
        buttonOf(card?.openText ?? message.cutText, 'default', opening(message.link)),
      ],
    },
  }
}

/** A pressed card of Feishu, with what came of it instead of its buttons. */
export const feishuCardAfter = (text: string): Element => ({
  schema: '2.0',
  config: { update_multi: true },
  body: { elements: [{ tag: 'markdown', content: robotEscape.markdown(text) }] },
})

const plain = (content: string): Element => ({ tag: 'plain_text', content })
const pressOf = (message: string, act: string): Element => ({ type: 'callback', value: { message, act } })
const opening = (url: string): Element => ({ type: 'open_url', default_url: url })

const buttonOf = (label: string, type: 'primary' | 'default' | 'danger', behavior: Element): Element => ({
  tag: 'button',
  text: plain(cutCharacters(label, most.button)),
  type,
  behaviors: [behavior],
})

/** A form: its reason comes with the press. */
const refusal = ({ id, card }: OutgoingMessage, label: string): Element => ({
  tag: 'form',
  name: 'refusal',
  elements: [
    {
      tag: 'input',
      name: 'reason',
      required: true,
      max_length: most.reason,
      placeholder: plain(card?.reasonLabel ?? ''),
    },
    { ...buttonOf(label, 'danger', pressOf(id, 'refuse')), name: 'refuse', form_action_type: 'submit' },
  ],
})
