import { childOf, textOf } from '../xml.ts'
import { element, soapArray } from '../xml-writer.ts'
import type { MethodCodecs } from './codec.ts'
import { bare, integerOf } from './codec.ts'
import { itemsOf, readParameterList, stringsOf, writeParameterList } from './parameters.ts'

type SessionMethod =
  | 'Inform'
  | 'InformResponse'
  | 'GetRPCMethods'
  | 'GetRPCMethodsResponse'
  | 'Reboot'
  | 'RebootResponse'
  | 'FactoryReset'
  | 'FactoryResetResponse'
  | 'ScheduleInform'
  | 'ScheduleInformResponse'

export const sessionCodecs: MethodCodecs<SessionMethod> = {
  Inform: {
    decode: (node) => {
      // An Inform without DeviceId names nobody: fields that stand beside it are not taken for its own.
      const id = childOf(node, 'DeviceId')
      const named = (field: string) => (id === undefined ? '' : textOf(id, field))
      return {
        method: 'Inform',
        deviceId: {
          manufacturer: named('Manufacturer'),
          oui: named('OUI'),
          productClass: named('ProductClass'),
          serialNumber: named('SerialNumber'),
        },
        events: itemsOf(node, 'Event', 'EventStruct').map((item) => ({
          code: textOf(item, 'EventCode'),
          commandKey: textOf(item, 'CommandKey'),
        })),
        maxEnvelopes: integerOf(node, 'MaxEnvelopes', 1),
        currentTime: textOf(node, 'CurrentTime'),
        retryCount: integerOf(node, 'RetryCount'),
        parameters: readParameterList(node),
      }
    },
    encode: ({ deviceId, events, maxEnvelopes, currentTime, retryCount, parameters }) =>
      `<DeviceId>${element('Manufacturer', deviceId.manufacturer)}${element('OUI', deviceId.oui)}` +
      `${element('ProductClass', deviceId.productClass)}${element('SerialNumber', deviceId.serialNumber)}</DeviceId>` +
      soapArray(
        'Event',
        'cwmp:EventStruct',
        events.map(
          ({ code, commandKey }) =>
            `<EventStruct>${element('EventCode', code)}${element('CommandKey', commandKey)}</EventStruct>`,
        ),
      ) +
      element('MaxEnvelopes', maxEnvelopes) +
      element('CurrentTime', currentTime) +
      element('RetryCount', retryCount) +
      writeParameterList(parameters),
  },
  InformResponse: {
    decode: (node) => ({ method: 'InformResponse', maxEnvelopes: integerOf(node, 'MaxEnvelopes', 1) }),
    encode: ({ maxEnvelopes }) => element('MaxEnvelopes', maxEnvelopes),
  },
  GetRPCMethods: bare({ method: 'GetRPCMethods' }),
  GetRPCMethodsResponse: {
    decode: (node) => ({ method: 'GetRPCMethodsResponse', methods: stringsOf(node, 'MethodList') }),
    encode: ({ methods }) =>
      soapArray(
        'MethodList',
        'xsd:string',
        methods.map((method) => element('string', method)),
      ),
  },
  Reboot: {
    decode: (node) => ({ method: 'Reboot', commandKey: textOf(node, 'CommandKey') }),
    encode: ({ commandKey }) => element('CommandKey', commandKey),
  },
  RebootResponse: bare({ method: 'RebootResponse' }),
  FactoryReset: bare({ method: 'FactoryReset' }),
  FactoryResetResponse: bare({ method: 'FactoryResetResponse' }),
  ScheduleInform: {
    decode: (node) => ({
      method: 'ScheduleInform',
      delaySeconds: integerOf(node, 'DelaySeconds'),
      commandKey: textOf(node, 'CommandKey'),
    }),
    encode: ({ delaySeconds, commandKey }) =>
      element('DelaySeconds', delaySeconds) + element('CommandKey', commandKey),
  },
  ScheduleInformResponse: bare({ method: 'ScheduleInformResponse' }),
}
