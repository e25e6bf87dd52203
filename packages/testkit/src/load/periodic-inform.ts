import { emptyHeader, encodeEnvelope } from '@netward/cwmp'
import { forcedParameters } from '../gateway/identity.ts'
import type { GatewayModel } from '../gateway/models.ts'
import { macOf, serialOf } from '../gateway/models.ts'

const serialMark = 'SERIAL-GOES-HERE'
const macMark = 'MAC-GOES-HERE'
const timeMark = 'TIME-GOES-HERE'

/** A periodic Inform of about 3 kB, cut where gateways differ, so that making one is joining strings. */
export function informTemplate(model: GatewayModel): (number: number, time: string) => string {
  const filler = Array.from({ length: 8 }, (_, index) => ({
    name: `${model.root}X_${model.oui}_Statistics.Interface.${index + 1}.BytesReceived`,
    value: '0',
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
      events: [{ code: '2 PERIODIC', commandKey: '' }],
      maxEnvelopes: 1,
      currentTime: timeMark,
      retryCount: 0,
      parameters: [...parameters, ...filler],
    },
  })
  const pieces = envelope.split(new RegExp(`(${serialMark}|${macMark}|${timeMark})`))
  return (number, time) =>
    pieces
      .map((piece) => {
        if (piece === serialMark) return serialOf(model, number)
        if (piece === macMark) return macOf(model.oui, number * 8)
        return piece === timeMark ? time : piece
      })
      .join('')
}
