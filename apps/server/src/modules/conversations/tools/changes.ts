import {
  auditApi,
  configurationApi,
  deviceActivityApi,
  equipmentApi,
  otaCampaignApi,
  outletApi,
  workOrderApi,
} from '@netward/contract'
import { z } from 'zod'
import { defineTool, pick, read, readIfAllowed, wrongField } from './define.ts'
import { idText } from './list.ts'
import { deviceReference, referenceOf } from './names.ts'
import { momentOf } from './times.ts'
import type { NamedReference, ToolContext } from './tool.ts'

interface Change {
  readonly at: string
  readonly source: 'device' | 'outlet' | 'audit' | 'configuration' | 'campaign' | 'order'
  readonly [field: string]: unknown
}

interface Asked {
  readonly deviceId?: string | undefined
  readonly outletId?: string | undefined
  readonly from: string
  readonly to: string
}

const pageSize = 100
/** Timelines are read from now backwards: so many pages at most. */
const mostPages = 5

export const changes = defineTool({
  name: 'changes',
  shown: 'changes',
  description:
    'What changed around a moment on a device or in an outlet, in order of time: presence, restarts, configuration and drift, firmware campaigns, work orders, and who did what (audit). Use it for "what changed before it broke".',
  input: {
    deviceId: idText.optional(),
    outletId: idText.optional(),
    around: z
      .string()
      .max(40)
      .default('now')
      .describe('The moment: ISO 8601 or -<n>h; what came after it is left out'),
    hours: z.int().min(1).max(720).default(24).describe('How many hours before it'),
    hoursAfter: z.int().min(0).max(168).default(1),
  },
  run: async (context, { deviceId, outletId, around, hours, hoursAfter }) => {
    if ((deviceId === undefined) === (outletId === undefined))
      throw wrongField(context, 'deviceId', 'missing')
    const moment = momentOf(context, 'around', around).getTime()
    const asked = {
      deviceId,
      outletId,
      from: new Date(moment - hours * 3_600_000).toISOString(),
      to: new Date(moment + hoursAfter * 3_600_000).toISOString(),
    }
    const subject = await subjectOf(context, asked)
    const found = await Promise.all([
      timeline(context, asked),
      acts(context, asked),
      configurations(context, asked),
      campaigns(context, asked),
      orders(context, asked),
    ])
    const all = found.flatMap(({ items }) => items)
    const items = all.toSorted((a, b) => b.at.localeCompare(a.at))
    return {
      data: {
        of: subject.name,
        from: asked.from,
        to: asked.to,
        shown: items.length,
        total: items.length,
        notAllowed: found.filter(({ denied }) => denied).map(({ source }) => source),
        items,
      },
      references: [subject, ...found.flatMap(({ references }) => references ?? [])],
    }
  },
})

async function subjectOf(context: ToolContext, { deviceId, outletId }: Asked): Promise<NamedReference> {
  if (deviceId !== undefined)
    return deviceReference(await read(context, equipmentApi.getEquipment, { deviceId }))
  const { id, name } = await read(context, outletApi.getOutlet, { outletId: outletId! })
  return { kind: 'outlet', id, name }
}

interface Part {
  readonly source: Change['source']
  readonly items: readonly Change[]
  readonly references?: readonly NamedReference[]
  readonly denied?: boolean
}

const within = ({ from, to }: Asked, at: string): boolean => at >= from && at <= to

/** A timeline has no period: its pages are read until one is older. */
async function timeline(context: ToolContext, asked: Asked): Promise<Part> {
  const source = asked.deviceId === undefined ? 'outlet' : 'device'
  const items: Change[] = []
  for (let page = 1; page <= mostPages; page += 1) {
    const found = await (asked.deviceId === undefined
      ? outletPage(context, asked.outletId!, page)
      : devicePage(context, asked.deviceId, page))
    if (found === null) return { source, items, denied: true }
    items.push(...found.filter(({ at }) => within(asked, at)))
    const last = found.at(-1)
    if (found.length < pageSize || (last && last.at < asked.from)) break
  }
  return { source, items }
}

async function devicePage(context: ToolContext, deviceId: string, page: number): Promise<Change[] | null> {
  const found = await readIfAllowed(context, deviceActivityApi.pageTimeline, { deviceId, page, pageSize })
  return (
    found &&
    found.items.map((event) => ({
      ...pick(event, 'at', 'kind'),
      source: 'device',
      actorName: event.actor?.name,
      templates: event.templates.map(({ name, version }) => `${name} v${version}`),
      // Values may be secrets: only which ones drifted.
      drifted: event.drift?.values.map(({ path }) => path),
    }))
  )
}

async function outletPage(context: ToolContext, outletId: string, page: number): Promise<Change[] | null> {
  const found = await readIfAllowed(context, outletApi.outletTimeline, { outletId, page, pageSize })
  return (
    found &&
    found.items.map((event) => ({
      ...pick(event, 'at', 'kind', 'deviceId', 'deviceName', 'actorName'),
      source: 'outlet',
    }))
  )
}

async function acts(context: ToolContext, asked: Asked): Promise<Part> {
  const found = await readIfAllowed(context, auditApi.pageAudit, {
    subjectId: asked.deviceId ?? asked.outletId,
    from: asked.from,
    to: asked.to,
    pageSize,
  })
  return {
    source: 'audit',
    denied: found === null,
    items: (found?.items ?? []).map((entry) => ({
      ...pick(entry, 'at', 'action', 'actorName', 'subjectKind', 'subjectName', 'result'),
      source: 'audit',
    })),
  }
}

async function configurations(context: ToolContext, { deviceId, outletId, from, to }: Asked): Promise<Part> {
  const asked = { deviceId, outletId, from, to }
  if (deviceId !== undefined) {
    const found = await readIfAllowed(context, configurationApi.pageConfigurationVersions, {
      deviceId,
      pageSize: 50,
    })
    const items = (found?.items ?? []).filter(({ firstAt }) => within(asked, firstAt))
    return {
      source: 'configuration',
      items: items.map((one) => ({
        at: one.firstAt,
        source: 'configuration',
        versionId: one.id,
        byName: one.byName,
      })),
    }
  }
  const found = await readIfAllowed(context, configurationApi.pageConfigurations, {
    outletId,
    changedSince: from,
    pageSize: 50,
  })
  return {
    source: 'configuration',
    denied: found === null,
    items: (found?.items ?? [])
      .filter(({ changedAt }) => changedAt !== null && within(asked, changedAt))
      .map((one) => ({
        at: one.changedAt!,
        source: 'configuration',
        ...pick(one, 'deviceId', 'deviceName'),
      })),
    references: (found?.items ?? []).flatMap((one) => referenceOf('device', one.deviceId, one.deviceName)),
  }
}

/** Those that ran in the period, without their single gateways. */
async function campaigns(context: ToolContext, asked: Asked): Promise<Part> {
  const found = await readIfAllowed(context, otaCampaignApi.pageCampaigns, {
    pageSize: 50,
    sort: '-createdAt',
  })
  return {
    source: 'campaign',
    denied: found === null,
    items: (found?.items ?? [])
      .filter(
        ({ startedAt, endedAt }) =>
          startedAt !== null && startedAt <= asked.to && (endedAt ?? asked.to) >= asked.from,
      )
      .map((one) => ({
        at: one.startedAt!,
        source: 'campaign',
        ...pick(one, 'name', 'version', 'state', 'endedAt', 'targets', 'verified', 'failed'),
        note: 'of the whole company: not certainly of this device',
      })),
  }
}

async function orders(context: ToolContext, { deviceId, outletId, from, to }: Asked): Promise<Part> {
  const found = await readIfAllowed(context, workOrderApi.pageOrders, {
    standing: 'all',
    deviceId,
    outletId,
    from,
    to,
    pageSize: 50,
  })
  return {
    source: 'order',
    denied: found === null,
    items: (found?.items ?? []).map((one) => ({
      at: one.createdAt,
      source: 'order',
      orderId: one.id,
      ...pick(one, 'number', 'title', 'type', 'state', 'createdBy'),
    })),
    references: (found?.items ?? []).map((one) => ({
      kind: 'order' as const,
      id: one.id,
      name: `#${one.number} ${one.title}`,
    })),
  }
}
