import type { ServiceCaller } from '../../../platform/outgoing-service.ts'
import type { ChannelSecrets } from '../channel-settings.ts'
import { textOf } from '../vendors/json-calls.ts'
import { wecomClient, type WecomSettings } from '../vendors/wecom.ts'
import {
  asMessage,
  cutCharacters,
  linesOf,
  plainText,
  refusedPerson,
  subjectOf,
  provesPresses,
} from './messenger.ts'
import { type Addressee, type OutgoingMessage, saidBy, SendFailure } from './sender.ts'

interface Reached {
  readonly caller: ServiceCaller
  readonly timeoutMilliseconds: number
}

/** Seconds in which WeCom takes the same message again as a repetition of the first. */
const duplicateSeconds = 1800
const most = { title: 128, description: 512, cardTitle: 36, cardText: 160, button: 10 } as const

/**
 * A message of the application to one member (developer.work.weixin.qq.com/document/path/90236): a text card, or a template card
 * where a button acts. WeCom answers those whom it did not reach inside HTTP 200, beside errcode 0.
 */
export async function sendByWecom(
  settings: WecomSettings,
  secrets: ChannelSecrets,
  message: OutgoingMessage,
  to: Addressee,
  reached: Reached,
): Promise<void> {
  const subject = subjectOf(to.subject)
  const body: Readonly<Record<string, unknown>> = await asMessage(
    wecomClient(settings, secrets['secret'] ?? '', reached).get(
      '/cgi-bin/message/send',
      {},
      {
        json: {
          touser: subject,
          agentid: Number(settings.agentId),
          ...contentOf(message, provesPresses(secrets)),
          enable_duplicate_check: 1,
          duplicate_check_interval: duplicateSeconds,
        },
      },
    ),
  ).catch((error: unknown) => {
    // A card is known by its task_id, which is this message's alone: WeCom has taken it before.
    if (error instanceof SendFailure && /^40058: .*task_?id/i.test(error.detail)) return {}
    throw error
  })
  for (const field of ['invaliduser', 'unlicenseduser'] as const)
    if (textOf(body[field]) !== '') throw refusedPerson(saidBy(`${field}: ${textOf(body[field])}`))
}

function contentOf(message: OutgoingMessage, takes: boolean): Readonly<Record<string, unknown>> {
  const { card } = message
  if (card === undefined || card.buttons.length === 0 || !takes)
    return { msgtype: 'textcard', textcard: textCardOf(message) }
  return {
    msgtype: 'template_card',
    template_card: {
      card_type: 'button_interaction',
      main_title: {
        title: cutCharacters(plainText(message.subject), most.cardTitle),
        desc: card.note,
      },
      sub_title_text: cutCharacters(linesOf(message), most.cardText),
      card_action: { type: 1, url: message.link },
      task_id: message.id,
      button_list: card.buttons.map(({ act, text }, at) => ({
        text: cutCharacters(text, most.button),
        style: at === 0 ? 1 : 2,
        // A card has no field for the reason of a refusal: it is given on the page.
        ...(act === 'refuse' ? { type: 1, url: message.link } : { key: act }),
      })),
    },
  }
}

const textCardOf = ({ subject, link, card, ...message }: OutgoingMessage) => {
  const note = card === undefined ? '' : `<div class="gray">${plainText(card.note)}</div>`
  const room = most.description - Array.from(note).length
  return {
    title: cutCharacters(plainText(subject), most.title),
    description: `${note}${cutCharacters(linesOf(message), room)}`,
    url: link,
    ...(card !== undefined && { btntxt: cutCharacters(card.openText, 4) }),
  }
}

/** Replaces the buttons of a pressed card by what came of it (path/94888). @throws SendFailure */
export async function closeWecomCard(
  settings: WecomSettings,
  secrets: ChannelSecrets,
  { subject, responseCode }: { readonly subject: string; readonly responseCode: string },
  text: string,
  reached: Reached,
): Promise<void> {
  await asMessage(
    wecomClient(settings, secrets['secret'] ?? '', reached).get(
      '/cgi-bin/message/update_template_card',
      {},
      {
        json: {
          userids: [subject],
          agentid: Number(settings.agentId),
          response_code: responseCode,
          button: { replace_name: cutCharacters(text, 30) },
        },
      },
    ),
  )
}
