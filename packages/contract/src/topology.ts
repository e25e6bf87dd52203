import { z } from 'zod'
import { deviceTypes } from './device-values.ts'
import { endpoint } from './endpoint.ts'
import { healths } from './outlet-values.ts'
import { done, id, instant, pageInput, pageOf } from './schemas.ts'
import { linkEvidences, mostNodes, topologyChangeKinds, topologyNodeKinds } from './topology-values.ts'

const coordinate = z.number().min(-50_000).max(50_000)
const node = z.string().min(1).max(300)

const topologyNode = z.object({
  /** Stable: positions follow it. */
  key: node,
  kind: z.enum(topologyNodeKinds),
  /** Of a neighbour hostile text; empty for an unmanaged switch. */
  name: z.string(),
  deviceId: id.nullable(),
  lineId: id.nullable(),
  type: z.enum(deviceTypes).nullable(),
  model: z.string(),
  address: z.string().nullable(),
  presence: z.enum(['online', 'overdue', 'offline', 'unknown']).nullable(),
  /** How bad the worst value is. */
  level: z.enum(['warning', 'critical']).nullable(),
  /** Stations behind it that are no devices; `random`: with random MACs, phones mostly. */
  clients: z.object({ known: z.number().int(), random: z.number().int() }).nullable(),
  /** Where a person put it; null: by the layout. */
  x: z.number().nullable(),
  y: z.number().nullable(),
})

const end = z.object({
  node,
  /** Key of the interface, or what the neighbour says; may be empty. */
  port: z.string(),
  state: z.enum(['up', 'down', 'disabled', 'unknown']).nullable(),
  /** Bit/s. */
  speed: z.number().nullable(),
  vlan: z.number().int().nullable(),
  taggedVlans: z.array(z.number().int()),
  /** Watts. */
  poe: z.number().nullable(),
  /** Bits a second, as this end counts them. */
  inRate: z.number().nullable(),
  outRate: z.number().nullable(),
})

const link = z.object({
  a: end,
  b: end,
  by: z.enum(linkEvidences),
  firstAt: instant,
  lastAt: instant,
  /** The last reading lacked it. */
  missing: z.boolean(),
  /** Of the speed, in per cent, the busier direction of either end. */
  use: z.number().nullable(),
})

export const outletTopology = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/topology/outlet/:outletId',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: `How the devices of an outlet hang together, with state and load now; at most ${mostNodes} nodes`,
  input: z.object({ outletId: id }),
  output: z.object({
    outletId: id,
    outletName: z.string(),
    /** Null: not derived yet. */
    derivedAt: instant.nullable(),
    nodes: z.array(topologyNode),
    links: z.array(link),
    /** Devices and neighbours beyond the bound. */
    folded: z.number().int(),
    /** The last changes within 7 days, newest first. */
    changes: z.array(
      z.object({
        id,
        at: instant,
        deviceId: id,
        deviceName: z.string(),
        kind: z.enum(topologyChangeKinds),
        detail: z.record(z.string(), z.string()),
      }),
    ),
  }),
  errors: ['outlet.not_found', 'metrics.unavailable'],
})

export const moveTopologyNodes = endpoint({
  method: 'PUT',
  path: '/monitor/api/v1/topology/outlet/:outletId/positions',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Put nodes of the drawing where everybody sees them; others stay where they are',
  input: z.object({
    outletId: id,
    positions: z
      .array(z.object({ node, x: coordinate, y: coordinate }))
      .min(1)
      .max(mostNodes),
  }),
  output: done,
  errors: ['outlet.not_found'],
  audit: 'topology.moved',
})

export const resetTopology = endpoint({
  method: 'DELETE',
  path: '/monitor/api/v1/topology/outlet/:outletId/positions',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Leave all nodes of the drawing to the layout again',
  inputKind: 'query',
  input: z.object({ outletId: id }),
  output: done,
  errors: ['outlet.not_found'],
  audit: 'topology.reset',
})

export const pageTopologies = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/topology/lists',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Outlets with the state of their devices and what changed in their topology within 24 hours',
  input: pageInput.omit({ sort: true }).extend({ search: z.string().trim().max(100).optional() }),
  output: pageOf(
    z.object({
      outletId: id,
      outletName: z.string(),
      companyName: z.string(),
      health: z.enum(healths),
      devices: z.number().int(),
      online: z.number().int(),
      overdue: z.number().int(),
      offline: z.number().int(),
      /** Devices with a value beyond its limit. */
      warning: z.number().int(),
      critical: z.number().int(),
      /** Null where it is not derived yet, or hidden from above. */
      links: z.number().int().nullable(),
      strangers: z.number().int().nullable(),
      changes: z.number().int(),
    }),
  ),
})
