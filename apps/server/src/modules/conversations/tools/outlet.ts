import { lineApi, outletApi, standingApi } from '@netward/contract'
import { defineTool, pick, read } from './define.ts'
import { idText } from './list.ts'
import { referenceOf } from './names.ts'

/** What of a bar of availability matters: when it was not as it should be. */
export function badSpans(availability: {
  from: string
  to: string
  share: number | null
  spans: readonly { state: string; to: string }[]
}) {
  let from = availability.from
  const spans = availability.spans.map((span) => {
    const one = { state: span.state, from, to: span.to }
    from = span.to
    return one
  })
  return {
    from: availability.from,
    to: availability.to,
    availabilityPercent: availability.share === null ? null : Number((availability.share * 100).toFixed(3)),
    notUp: spans.filter(({ state }) => state === 'down' || state === 'late' || state === 'blind').slice(-30),
  }
}

export const outlet = defineTool({
  name: 'outlet',
  shown: 'outlet',
  description:
    'One outlet: address, contacts, business hours, health with its parts, availability of 7 days, its internet lines, active alarms and open orders. Rates are bytes per second.',
  input: { outletId: idText },
  needs: ['DMS_SERVER_OUTLET_VIEW'],
  run: async (context, { outletId }) => {
    const [it, standing, lines] = await Promise.all([
      read(context, outletApi.getOutlet, { outletId }),
      read(context, standingApi.outletStanding, { outletId }),
      read(context, lineApi.pageLines, { outletId, pageSize: 20 }),
    ])
    return {
      data: {
        ...pick(it, 'id', 'name', 'code', 'companyName', 'region', 'address', 'timeZone', 'businessHours'),
        ...pick(it, 'contacts', 'departmentName', 'note', 'devices', 'online', 'overdue', 'offline'),
        asOf: standing.asOf,
        openNow: standing.open,
        health: standing.health,
        ...badSpans(standing.availability),
        lineStates: standing.lines && pick(standing.lines, 'total', 'up', 'down'),
        bytesPerSecond: standing.throughput,
        clients: standing.clients,
        activeAlarms: standing.alarms,
        orders: standing.orders,
        lines: lines.items.map((line) => ({
          ...pick(
            line,
            'id',
            'name',
            'isp',
            'ispName',
            'type',
            'downMbps',
            'upMbps',
            'deviceId',
            'deviceName',
          ),
          ...pick(line, 'presence', 'wanState', 'contractEnd'),
        })),
      },
      references: [
        ...referenceOf('outlet', it.id, it.name),
        ...lines.items.flatMap((line) => [
          ...referenceOf('line', line.id, line.name),
          ...referenceOf('gateway', line.deviceId, line.deviceName),
        ]),
      ],
    }
  },
})
