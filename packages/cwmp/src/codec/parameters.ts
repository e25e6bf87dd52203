import type { Method, ParameterValue } from '../messages.ts'
import type { XmlNode } from '../xml.ts'
import { attributeOf, childOf, textOf } from '../xml.ts'
import { element, escapeXml, soapArray, typedValue } from '../xml-writer.ts'
import type { MethodCodecs } from './codec.ts'
import { bare, integerOf, isTrue } from './codec.ts'

/** Items of an array element, whatever size its arrayType claims. */
export function itemsOf(node: XmlNode, list: string, item: string): XmlNode[] {
  return childOf(node, list)?.children.filter((child) => child.name === item) ?? []
}

/** Strings of an array. Clients name the items `string` or anything else. */
export function stringsOf(node: XmlNode, list: string): string[] {
  return childOf(node, list)?.children.map((child) => child.text.trim()) ?? []
}

function typeOf(value: XmlNode | undefined): string | null {
  const type = value && attributeOf(value, 'type')
  if (type === undefined) return null
  return type.slice(type.lastIndexOf(':') + 1).trim() || null
}

/** Whitespace is significant in a string; around any other type it is layout. */
function readValue(node: XmlNode): ParameterValue {
  const value = childOf(node, 'Value')
  const type = typeOf(value)
  const text = value?.text ?? ''
  return { name: textOf(node, 'Name'), value: type === null || type === 'string' ? text : text.trim(), type }
}

export function readParameterList(node: XmlNode): ParameterValue[] {
  return itemsOf(node, 'ParameterList', 'ParameterValueStruct')
    .map(readValue)
    .filter((parameter) => parameter.name !== '')
}

export function writeParameterList(parameters: readonly ParameterValue[]): string {
  const items = parameters.map(
    ({ name, value, type }) =>
      `<ParameterValueStruct>${element('Name', name)}${typedValue(value, type)}</ParameterValueStruct>`,
  )
  return soapArray('ParameterList', 'cwmp:ParameterValueStruct', items)
}

function writeStrings(name: string, strings: readonly string[]): string {
  return soapArray(
    name,
    'xsd:string',
    strings.map((text) => element('string', text)),
  )
}

type ParameterMethod = Extract<Method, `${string}Parameter${string}` | `${'Add' | 'Delete'}Object${string}`>

export const parameterCodecs: MethodCodecs<ParameterMethod> = {
  GetParameterNames: {
    decode: (node) => ({
      method: 'GetParameterNames',
      path: textOf(node, 'ParameterPath'),
      nextLevel: isTrue(textOf(node, 'NextLevel')),
    }),
    encode: ({ path, nextLevel }) => element('ParameterPath', path) + element('NextLevel', nextLevel),
  },
  GetParameterNamesResponse: {
    decode: (node) => ({
      method: 'GetParameterNamesResponse',
      parameters: itemsOf(node, 'ParameterList', 'ParameterInfoStruct')
        .map((item) => ({ name: textOf(item, 'Name'), writable: isTrue(textOf(item, 'Writable')) }))
        .filter((parameter) => parameter.name !== ''),
    }),
    encode: ({ parameters }) =>
      soapArray(
        'ParameterList',
        'cwmp:ParameterInfoStruct',
        parameters.map(
          ({ name, writable }) =>
            `<ParameterInfoStruct>${element('Name', name)}${element('Writable', writable)}</ParameterInfoStruct>`,
        ),
      ),
  },
  GetParameterValues: {
    decode: (node) => ({ method: 'GetParameterValues', names: stringsOf(node, 'ParameterNames') }),
    encode: ({ names }) => writeStrings('ParameterNames', names),
  },
  GetParameterValuesResponse: {
    decode: (node) => ({ method: 'GetParameterValuesResponse', parameters: readParameterList(node) }),
    encode: ({ parameters }) => writeParameterList(parameters),
  },
  SetParameterValues: {
    decode: (node) => ({
      method: 'SetParameterValues',
      values: readParameterList(node),
      parameterKey: textOf(node, 'ParameterKey'),
    }),
    encode: ({ values, parameterKey }) => writeParameterList(values) + element('ParameterKey', parameterKey),
  },
  SetParameterValuesResponse: {
    decode: (node) => ({ method: 'SetParameterValuesResponse', status: integerOf(node, 'Status') }),
    encode: ({ status }) => element('Status', status),
  },
  GetParameterAttributes: {
    decode: (node) => ({ method: 'GetParameterAttributes', names: stringsOf(node, 'ParameterNames') }),
    encode: ({ names }) => writeStrings('ParameterNames', names),
  },
  GetParameterAttributesResponse: {
    decode: (node) => ({
      method: 'GetParameterAttributesResponse',
      parameters: itemsOf(node, 'ParameterList', 'ParameterAttributeStruct').map((item) => ({
        name: textOf(item, 'Name'),
        notification: integerOf(item, 'Notification'),
        accessList: stringsOf(item, 'AccessList'),
      })),
    }),
    encode: ({ parameters }) =>
      soapArray(
        'ParameterList',
        'cwmp:ParameterAttributeStruct',
        parameters.map(
          ({ name, notification, accessList }) =>
            `<ParameterAttributeStruct><Name>${escapeXml(name)}</Name>${element('Notification', notification)}` +
            `${writeStrings('AccessList', accessList)}</ParameterAttributeStruct>`,
        ),
      ),
  },
  SetParameterAttributes: {
    decode: (node) => ({
      method: 'SetParameterAttributes',
      changes: itemsOf(node, 'ParameterList', 'SetParameterAttributesStruct').map((item) => ({
        name: textOf(item, 'Name'),
        ...(isTrue(textOf(item, 'NotificationChange'))
          ? { notification: integerOf(item, 'Notification') }
          : {}),
        ...(isTrue(textOf(item, 'AccessListChange')) ? { accessList: stringsOf(item, 'AccessList') } : {}),
      })),
    }),
    encode: ({ changes }) =>
      soapArray(
        'ParameterList',
        'cwmp:SetParameterAttributesStruct',
        changes.map(
          ({ name, notification, accessList }) =>
            `<SetParameterAttributesStruct>${element('Name', name)}` +
            `${element('NotificationChange', notification !== undefined)}${element('Notification', notification ?? 0)}` +
            `${element('AccessListChange', accessList !== undefined)}${writeStrings('AccessList', accessList ?? [])}` +
            `</SetParameterAttributesStruct>`,
        ),
      ),
  },
  SetParameterAttributesResponse: bare({ method: 'SetParameterAttributesResponse' }),
  AddObject: {
    decode: (node) => ({
      method: 'AddObject',
      path: textOf(node, 'ObjectName'),
      parameterKey: textOf(node, 'ParameterKey'),
    }),
    encode: ({ path, parameterKey }) => element('ObjectName', path) + element('ParameterKey', parameterKey),
  },
  AddObjectResponse: {
    decode: (node) => ({
      method: 'AddObjectResponse',
      instanceNumber: integerOf(node, 'InstanceNumber'),
      status: integerOf(node, 'Status'),
    }),
    encode: ({ instanceNumber, status }) =>
      element('InstanceNumber', instanceNumber) + element('Status', status),
  },
  DeleteObject: {
    decode: (node) => ({
      method: 'DeleteObject',
      path: textOf(node, 'ObjectName'),
      parameterKey: textOf(node, 'ParameterKey'),
    }),
    encode: ({ path, parameterKey }) => element('ObjectName', path) + element('ParameterKey', parameterKey),
  },
  DeleteObjectResponse: {
    decode: (node) => ({ method: 'DeleteObjectResponse', status: integerOf(node, 'Status') }),
    encode: ({ status }) => element('Status', status),
  },
}
