import { topologyApi } from '@netward/contract'
import { defineTool, pick, read } from './define.ts'
import { idText } from './list.ts'
import { deviceReference, referenceOf } from './names.ts'

interface Link {
  readonly a: { readonly node: string }
  readonly b: { readonly node: string }
  readonly missing: boolean
}

/** The way from a node to the nearest line, over links that are there. */
export function wayUp(
  links: readonly Link[],
  from: string,
  isTop: (node: string) => boolean,
): string[] | null {
  const cameFrom = new Map<string, string | null>([[from, null]])
  const waiting = [from]
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    if (isTop(node)) {
      const way: string[] = []
      for (let at: string | null = node; at !== null; at = cameFrom.get(at) ?? null) way.unshift(at)
      return way
    }
    for (const { a, b, missing } of links) {
      const next = a.node === node ? b.node : b.node === node ? a.node : null
      if (next === null || missing || cameFrom.has(next)) continue
      cameFrom.set(next, node)
      waiting.push(next)
    }
  }
  return null
}

export const topology = defineTool({
  name: 'topology',
  shown: 'topology',
  description:
    'How the devices of an outlet are connected, with port labels, use in percent and when a link was last seen; with deviceId only its neighbours and the way up to the internet line. missing: the link was there and is not seen any more.',
  input: { outletId: idText, deviceId: idText.optional() },
  needs: ['DMS_SERVER_DEVICE_VIEW'],
  run: async (context, { outletId, deviceId }) => {
    const map = await read(context, topologyApi.outletTopology, { outletId })
    const nodes = new Map(map.nodes.map((node) => [node.key, node]))
    const nameOf = (key: string) => nodes.get(key)?.name ?? key
    const own = map.nodes.find((node) => node.deviceId !== null && node.deviceId === deviceId)
    const links = map.links.filter(
      ({ a, b }) => deviceId === undefined || a.node === own?.key || b.node === own?.key,
    )
    const touched = new Set(links.flatMap(({ a, b }) => [a.node, b.node]))
    const shown = map.nodes.filter((node) => deviceId === undefined || touched.has(node.key) || node === own)
    const end = (one: (typeof map.links)[number]['a']) => ({
      name: nameOf(one.node),
      ...pick(one, 'port', 'state', 'vlan'),
      speedBitPerSecond: one.speed,
      inBitPerSecond: one.inRate,
      outBitPerSecond: one.outRate,
    })
    return {
      data: {
        ...pick(map, 'outletId', 'outletName', 'derivedAt', 'folded'),
        note: deviceId !== undefined && !own ? 'the device is not on the map of this outlet' : undefined,
        wayUp: own
          ? wayUp(map.links, own.key, (key) => nodes.get(key)?.kind === 'line')?.map(nameOf)
          : undefined,
        nodes: shown.map((node) => ({
          ...pick(
            node,
            'name',
            'kind',
            'deviceId',
            'lineId',
            'type',
            'model',
            'presence',
            'level',
            'clients',
          ),
        })),
        links: links.map((one) => ({
          a: end(one.a),
          b: end(one.b),
          ...pick(one, 'by', 'lastAt', 'missing'),
          usePercent: one.use,
        })),
        changes: map.changes.map((one) => pick(one, 'at', 'deviceId', 'deviceName', 'kind', 'detail')),
      },
      references: [
        ...referenceOf('outlet', map.outletId, map.outletName),
        ...shown.flatMap(({ deviceId: id, lineId, name, type }) => [
          ...(id ? [deviceReference({ id, name, type })] : []),
          ...referenceOf('line', lineId, name),
        ]),
      ],
    }
  },
})
