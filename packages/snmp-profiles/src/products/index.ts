import { ciscoProducts } from './cisco.ts'
import {
  apcProducts,
  arubaProducts,
  fortinetProducts,
  foundryProducts,
  juniperProducts,
  paloAltoProducts,
} from './others.ts'

/** Below which OID each list of names stands. */
const lists = {
  cisco: ['1.3.6.1.4.1.9.1', ciscoProducts],
  juniper: ['1.3.6.1.4.1.2636.1.1.1.2', juniperProducts],
  paloAlto: ['1.3.6.1.4.1.25461.2.3', paloAltoProducts],
  aruba: ['1.3.6.1.4.1.14823.1.1', arubaProducts],
  foundry: ['1.3.6.1.4.1.1991.1.3', foundryProducts],
  fortinet: ['1.3.6.1.4.1.12356.101.1', fortinetProducts],
  apc: ['1.3.6.1.4.1.318.1.3', apcProducts],
} as const
export type ProductList = keyof typeof lists

/** The name that a maker's MIB gives a sysObjectID; empty if it has none. Lists are searched as text, not parsed. */
export function productName(list: ProductList, sysObjectId: string): string {
  const [prefix, text] = lists[list]
  if (!sysObjectId.startsWith(`${prefix}.`)) return ''
  const arcs = sysObjectId.slice(prefix.length + 1)
  const at = text.replaceAll('\n', ';').indexOf(`;${arcs} `)
  if (at < 0) return ''
  const start = at + arcs.length + 2
  return text.slice(
    start,
    Math.min(...[';', '\n'].map((end) => text.indexOf(end, start)).filter((end) => end > 0)),
  )
}
