import type { Scopes } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'
import {
  cardActs,
  feishuCardAfter,
  type FeishuCallbackHeaders,
  openChannelSecrets,
  readFeishuCallback,
} from '../integrations/index.ts'
import { cardChannelRepo } from './card-channel.repo.ts'
import { press } from './press.service.ts'

type Values = Readonly<Record<string, unknown>>

interface Callback extends FeishuCallbackHeaders {
  /** As it came: its signature is over it. */
  readonly body: string
  readonly address: string
}

/**
 * A callback of Feishu (open.feishu.cn/document/feishu-cards/card-callback-communication): the verification of the address, or
 * card.action.trigger, which is answered by what stands in the card from then on.
 * @throws AppError notice.callback_refused where it is not proved
 */
export async function takeFeishuCallback(
  { scopes, secrets }: { readonly scopes: Scopes; readonly secrets: Secrets },
  publicId: string,
  { body, address, ...headers }: Callback,
): Promise<Values> {
  const channel = /^[a-f0-9]{32}$/.test(publicId) ? await cardChannelRepo.find(scopes, publicId) : undefined
  if (channel?.kind !== 8 || !channel.usable || channel.paused) throw new AppError('notice.callback_refused')
  const { eventToken: token = '', eventKey: encryptKey = '' } = openChannelSecrets(
    secrets,
    channel.company_id,
    channel.sealed,
  )
  const callback =
    token === '' || encryptKey === ''
      ? null
      : readFeishuCallback({ token, encryptKey }, body, headers, new Date())
  if (callback === null) throw new AppError('notice.callback_refused')
  if (callback['type'] === 'url_verification') return { challenge: callback['challenge'] }
  if (recordOf(callback['header'])['event_type'] !== 'card.action.trigger') return {}
  const event = recordOf(callback['event'])
  const action = recordOf(event['action'])
  const value = recordOf(action['value'])
  const act = cardActs.find((one) => one === value['act'])
  if (act === undefined) return {}
  const reason = recordOf(action['form_value'])['reason']
  const pressed = await press(scopes, {
    channelId: channel.id,
    messageId: textOf(value['message']),
    subject: textOf(recordOf(event['operator'])['open_id']),
    act,
    reason: textOf(reason),
    address,
  })
  if (pressed === null) return {}
  return {
    toast: { type: pressed.done ? 'success' : 'error', content: pressed.text },
    ...(pressed.done && { card: { type: 'raw', data: feishuCardAfter(pressed.text) } }),
  }
}

const recordOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null ? (value as Values) : {}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
