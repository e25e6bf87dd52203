import type { Fault } from '../messages.ts'
import type { XmlNode } from '../xml.ts'
import { childOf, textOf } from '../xml.ts'
import { element } from '../xml-writer.ts'

/** The element that carries FaultCode: cwmp:Fault of TR-069 3.5, wherever firmware places it. */
function faultDetail(node: XmlNode): XmlNode | undefined {
  if (childOf(node, 'FaultCode') !== undefined) return node
  for (const child of node.children) {
    const found = faultDetail(child)
    if (found !== undefined) return found
  }
  return undefined
}

/** Reads a fault from the SOAP body. Without a CWMP code the code is `unknown`. */
export function readFault(body: XmlNode): Fault {
  const detail = faultDetail(body)
  const soap = childOf(body, 'Fault')
  if (detail === undefined) {
    return { method: 'Fault', code: 'unknown', text: soap ? textOf(soap, 'faultstring') : '', parameters: [] }
  }
  return {
    method: 'Fault',
    code: textOf(detail, 'FaultCode'),
    text: textOf(detail, 'FaultString'),
    parameters: detail.children
      .filter((child) => child.name === 'SetParameterValuesFault')
      .map((item) => ({
        name: textOf(item, 'ParameterName'),
        code: textOf(item, 'FaultCode'),
        text: textOf(item, 'FaultString'),
      }))
      // netcwmp lists every parameter, accepted ones with 0.
      .filter(({ code }) => code !== '0'),
  }
}

// TR-069 A.5: SOAP faultcode is Client if the requester is at fault, else Server.
const receiversFault = new Set(['8001', '8002', '8004', '8005', '9001', '9002', '9004', '9010', '9011'])

export function writeFault({ code, text, parameters }: Fault): string {
  const refused = parameters.map(
    (item) =>
      `<SetParameterValuesFault>${element('ParameterName', item.name)}${element('FaultCode', item.code)}` +
      `${element('FaultString', item.text)}</SetParameterValuesFault>`,
  )
  return (
    `<SOAP-ENV:Fault>${element('faultcode', receiversFault.has(code) ? 'Server' : 'Client')}` +
    `${element('faultstring', 'CWMP fault')}<detail><cwmp:Fault>${element('FaultCode', code)}` +
    `${element('FaultString', text)}${refused.join('')}</cwmp:Fault></detail></SOAP-ENV:Fault>`
  )
}
