import { deviceApi, equipmentApi, standingApi } from '@netward/contract'
import { z } from 'zod'
import { defineTool, pick, read, readIfAllowed } from './define.ts'
import { idText } from './list.ts'
import { deviceReference, referenceOf } from './names.ts'
import { badSpans } from './outlet.ts'

export const device = defineTool({
  name: 'device',
  shown: 'device',
  description:
    'One device: model, firmware, presence and since when, availability of 7 days, WAN connections of a gateway, its lines, active alarms, open orders, how it is polled. Rates are bytes per second.',
  input: { deviceId: idText },
  needs: ['DMS_SERVER_DEVICE_VIEW'],
  run: async (context, { deviceId }) => {
    const it = await read(context, equipmentApi.getEquipment, { deviceId })
    const [standing, gateway] = await Promise.all([
      read(context, standingApi.deviceStanding, { deviceId }),
      it.driver === 'cwmp' ? readIfAllowed(context, deviceApi.getDevice, { deviceId }) : null,
    ])
    return {
      data: {
        ...pick(it, 'id', 'name', 'type', 'companyName', 'outletId', 'outletName', 'brand', 'modelName'),
        ...pick(it, 'serialNumber', 'softwareVersion', 'hardwareVersion', 'ipAddress', 'macAddress', 'tags'),
        ...pick(
          it,
          'note',
          'sysName',
          'sysDescription',
          'sysLocation',
          'guard',
          'state',
          'metrics',
          'interfaces',
        ),
        asOf: standing.asOf,
        presence: standing.presence,
        presenceSince: standing.since,
        lastSeenAt: it.lastSeenAt,
        ...badSpans(standing.availability),
        lines: standing.lines?.map((line) => ({
          ...pick(line, 'id', 'name', 'state'),
          lossPercent: line.loss,
          rttMs: line.rtt,
        })),
        bytesPerSecond: standing.throughput,
        clients: standing.clients,
        activeAlarms: standing.alarms,
        orders: standing.orders,
        configuration: standing.configuration,
        campaign: standing.firmware.campaign,
        polling: it.polling && pick(it.polling, 'state', 'since', 'lastPollAt', 'slow'),
        worst: it.worst,
        replacedBy: it.replacedBy,
        ...(gateway && {
          lastInformAt: gateway.lastInformAt,
          lastBootAt: gateway.lastBootAt,
          informIntervalSeconds: gateway.periodicInformInterval,
          wan: gateway.wan.map((wan) => pick(wan, 'name', 'ipAddress', 'status', 'state')),
        }),
      },
      references: [
        deviceReference(it),
        ...referenceOf('outlet', it.outletId, it.outletName),
        ...(standing.lines ?? []).flatMap((line) => referenceOf('line', line.id, line.name)),
      ],
    }
  },
})

export const ports = defineTool({
  name: 'ports',
  shown: 'device',
  description:
    'Interfaces of a device with state, speed, use in percent, rates in bit/s, errors per second and the neighbour.',
  input: {
    deviceId: idText,
    search: z.string().trim().max(100).optional(),
    state: z.enum(['up', 'down', 'disabled']).optional(),
    sort: z.enum(['index', '-use', '-errors', '-inRate', '-outRate']).default('index'),
    page: z.int().min(1).max(1000).default(1),
  },
  needs: ['DMS_SERVER_DEVICE_VIEW'],
  run: async (context, { state, ...input }) => {
    const found = await read(context, equipmentApi.pageInterfaces, {
      ...input,
      ...(state && { state: [state] }),
      pageSize: 50,
    })
    const shown = (input.page - 1) * 50 + found.items.length
    return {
      data: {
        shown: found.items.length,
        total: found.total,
        more: shown < found.total ? `ask for page ${input.page + 1}` : undefined,
        items: found.items.map((port) => ({
          ...pick(
            port,
            'key',
            'name',
            'alias',
            'description',
            'state',
            'since',
            'important',
            'duplex',
            'vlan',
          ),
          speedBitPerSecond: port.speed,
          inBitPerSecond: port.inRate,
          outBitPerSecond: port.outRate,
          usePercent: port.use,
          errorsPerSecond: port.errors,
          poeWatts: port.poe,
          neighbour: port.neighbour && pick(port.neighbour, 'name', 'port', 'deviceId'),
        })),
      },
      references: found.items.flatMap(({ neighbour }) =>
        referenceOf('device', neighbour?.deviceId, neighbour?.name),
      ),
    }
  },
})
