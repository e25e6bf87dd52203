import { alarms, devices, lines, orders, outages, outlets } from './lists.ts'
import { type List, listTool, search, totalOf } from './list.ts'
import { defineTool } from './define.ts'
import { type NamedReference, type Tool, ToolFailure } from './tool.ts'

/** Lists that are searched by a part of a name. */
const searched: readonly List[] = [outlets, devices, lines, orders, alarms]
/** Of lists that show what is open now, everything. */
const everything: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  orders: { standing: 'all', sort: '-createdAt' },
  alarms: { state: 'active', sort: '-raisedAt' },
}

const everywhere = defineTool({
  name: 'search',
  shown: 'search',
  description:
    'Finds outlets, devices, internet lines, work orders and active alarms by a part of their name, code, serial number or address. Use it first when a question names a thing without its id; the lists of each kind have more filters.',
  input: { search: search.unwrap().describe('A part of a name, not a sentence') },
  run: async (context, input) => {
    const found = await Promise.all(
      searched.map(async (list) => {
        try {
          const page = await list.page(
            context,
            { sort: 'name', ...everything[list.name], search: input.search },
            1,
            6,
          )
          return { list, page }
        } catch (error) {
          if (error instanceof ToolFailure && error.reason === 'denied') return { list, page: null }
          throw error
        }
      }),
    )
    const references: NamedReference[] = []
    const data = found.map(({ list, page }) => {
      references.push(...(page?.rows ?? []).flatMap((row) => row.references))
      return [
        list.name,
        page === null
          ? 'not allowed'
          : { shown: page.rows.length, total: totalOf(page), items: page.rows.map((row) => row.data) },
      ] as const
    })
    return { data: Object.fromEntries(data), references }
  },
})

export const lookups: readonly Tool[] = [
  everywhere,
  listTool(outlets, {
    name: 'find_outlets',
    shown: 'find_outlets',
    description:
      'Lists outlets (shops, sites) with health and how many devices are online. score: health of 100.',
  }),
  listTool(devices, {
    name: 'find_devices',
    shown: 'find_devices',
    description:
      'Lists devices of every type (gateways are smart_cpe) with presence, firmware and their worst value now.',
  }),
  listTool(lines, {
    name: 'find_lines',
    shown: 'find_lines',
    description:
      'Lists internet lines with state, loss, round-trip time and jitter, now and over the last 24 hours, and whether they are within target.',
  }),
  listTool(alarms, {
    name: 'find_alarms',
    shown: 'find_alarms',
    description:
      'Lists alarms: active ones, or cleared ones with state=cleared. from and to select by the time they were raised.',
  }),
  listTool(orders, {
    name: 'find_orders',
    shown: 'find_orders',
    description: 'Lists work orders: open ones, ended ones with standing=ended, or all.',
  }),
  listTool(outages, {
    name: 'outages',
    shown: 'outages',
    description:
      'The ledger of outages of internet lines, newest first: begin, end, minutes down, cause and responsibility. endedAt null: still down. secondView disagrees: the gateway was reachable.',
  }),
]
