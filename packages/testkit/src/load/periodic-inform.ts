import { emptyHeader, encodeEnvelope } from '@netward/cwmp'
import { forcedParameters } from '../gateway/identity.ts'
import type { GatewayModel } from '../gateway/models.ts'
import { macOf, serialOf } from '../gateway/models.ts'

const serialMark = 'SERIAL-GOES-HERE'
const macMark = 'MAC-GOES-HERE'
const timeMark = 'TIME-GOES-HERE'
const countMark = 'COUNT-GOES-HERE'

/** Interface counters under a model's vendor names. */
export function counterNames(model: GatewayModel, count: number): string[] {
  return Array.from(
    { length: count },
    (_, index) => `${model.root}X_${model.oui}_Statistics.Interface.${index + 1}.BytesReceived`,
  )
}

/** An Inform of about 3 kB, split at the per-gateway parts, so that building one is string concatenation. */
export function informTemplate(
  model: GatewayModel,
  event = '2 PERIODIC',
  counters = 8,
): (number: number, time: string, count?: number) => string {
  const filler = counterNames(model, counters).map((name) => ({
    name,
    value: countMark,
    type: 'unsignedInt',
  }))
  const parameters = forcedParameters(model).map((name) => ({
    name,
    value: name === model.wanMac ? macMark : name === model.wanAddress ? '198.18.7.7' : '1.0',
    type: 'string',
  }))
  const envelope = encodeEnvelope({
    namespace: `urn:dslforum-org:cwmp-1-${Math.min(Number(model.cwmpVersion.slice(2)), 2)}`,
    header: { ...emptyHeader, id: '1' },
    message: {
      method: 'Inform',
      deviceId: {
        manufacturer: model.manufacturer,
        oui: model.oui,
        productClass: model.productClass,
        serialNumber: serialMark,
      },
      events: [{ code: event, commandKey: '' }],
      maxEnvelopes: 1,
      currentTime: timeMark,
      retryCount: 0,
      parameters: [...parameters, ...filler],
    },
  })
  const pieces = envelope.split(new RegExp(`(${serialMark}|${macMark}|${timeMark}|${countMark})`))
  return (number, time, count = 0) =>
    pieces
      .map((piece) => {
        if (piece === serialMark) return serialOf(model, number)
        if (piece === macMark) return macOf(model.oui, number * 8)
        if (piece === countMark) return String(count)
        return piece === timeMark ? time : piece
      })
      .join('')
}
