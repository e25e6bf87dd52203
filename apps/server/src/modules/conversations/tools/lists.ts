import { alarmApi, equipmentApi, lineQualityApi, outletApi, workOrderApi } from '@netward/contract'
import { alarmSeverities } from '@netward/contract/alarm-values'
import { deviceTypes } from '@netward/contract/device-values'
import { lineStates, outageCauses, responsibilities } from '@netward/contract/line-quality-values'
import { healthBands } from '@netward/contract/outlet-health-values'
import { healths, isps, lineTypes } from '@netward/contract/outlet-values'
import { orderStates } from '@netward/contract/states/work-order'
import { orderCategories, orderTypes } from '@netward/contract/work-order-values'
import { z } from 'zod'
import { pick, read } from './define.ts'
import { anyOf, companyId, defineList, idText, many, region, search } from './list.ts'
import { deviceReference, referenceOf, ruleName } from './names.ts'
import { givenPeriod, periodInput } from './times.ts'

const outletId = idText.optional()
const isp = anyOf(isps)
const yesNo = z.enum(['yes', 'no']).optional()

export const outlets = defineList({
  name: 'outlets',
  needs: ['DMS_SERVER_OUTLET_VIEW'],
  filters: {
    search: search.describe('Part of a name, code or address'),
    health: anyOf(healths).describe('By its devices now'),
    band: anyOf(healthBands).describe('By its health score'),
    region,
    companyId,
    sort: z.enum(['name', 'score', '-score', 'createdAt', '-createdAt']).default('name'),
  },
  read: (context, filters, page) =>
    read(context, outletApi.pageOutlets, {
      ...filters,
      ...page,
      health: many(filters.health),
      band: many(filters.band),
    }),
  row: (outlet) => ({
    data: pick(
      outlet,
      ...(['id', 'name', 'code', 'companyName', 'region', 'health', 'score', 'band'] as const),
      ...(['lines', 'devices', 'online', 'overdue', 'offline'] as const),
    ),
    references: referenceOf('outlet', outlet.id, outlet.name),
  }),
})

export const devices = defineList({
  name: 'devices',
  needs: ['DMS_SERVER_DEVICE_VIEW'],
  filters: {
    search: search.describe('Part of a name, serial number, model or address'),
    type: anyOf(deviceTypes).describe('smart_cpe: gateways'),
    presence: anyOf(['online', 'overdue', 'offline', 'unknown']),
    outletId,
    region,
    companyId,
    modelName: search,
    softwareVersion: search,
    firmware: anyOf(['approved', 'old', 'unknown']),
    level: z.enum(['warning', 'critical']).optional().describe('With a value beyond its limit now'),
    sort: z
      .enum(['name', 'modelName', 'lastSeenAt', '-lastSeenAt', 'createdAt', '-createdAt'])
      .default('name'),
  },
  read: (context, filters, page) =>
    read(context, equipmentApi.pageEquipment, {
      ...filters,
      ...page,
      type: many(filters.type),
      presence: many(filters.presence),
      firmware: many(filters.firmware),
    }),
  row: (device) => ({
    data: {
      ...pick(device, 'id', 'name', 'type', 'companyName', 'brand', 'modelName', 'serialNumber', 'ipAddress'),
      ...pick(device, 'presence', 'lastSeenAt', 'outletId', 'outletName', 'softwareVersion', 'tags'),
      worst: device.worst && pick(device.worst, 'metric', 'label', 'value', 'unit', 'level'),
    },
    references: [deviceReference(device), ...referenceOf('outlet', device.outletId, device.outletName)],
  }),
})

interface Means {
  readonly loss: number | null
  readonly rtt: number | null
  readonly jitter: number | null
  readonly mos: number | null
}

/** Means of a line with their units. */
export const meansOf = ({ loss, rtt, jitter, mos }: Means) => ({
  lossPercent: loss,
  rttMs: rtt,
  jitterMs: jitter,
  mos,
})

export const lines = defineList({
  name: 'lines',
  needs: ['DMS_SERVER_LINE'],
  filters: {
    search: search.describe('Part of the name of a line or of its outlet'),
    outletId,
    state: anyOf(lineStates).describe('blind: nothing measures it now'),
    isp,
    type: anyOf(lineTypes),
    dayTarget: anyOf(['within', 'outside', 'seldom']).describe('Quality within target in the last 24 hours'),
    weekTarget: anyOf(['within', 'outside', 'seldom']).describe('The same over 7 days'),
    region,
    companyId,
    sort: z.enum(['name', '-loss', '-rtt', '-jitter', 'mos']).default('name'),
  },
  read: (context, filters, page) =>
    read(context, lineQualityApi.pageMeasuredLines, {
      ...filters,
      ...page,
      state: many(filters.state),
      isp: many(filters.isp),
      type: many(filters.type),
      dayTarget: many(filters.dayTarget),
      weekTarget: many(filters.weekTarget),
    }),
  row: (line) => ({
    data: {
      ...pick(line, 'id', 'name', 'outletId', 'outletName', 'companyName', 'isp', 'ispName', 'type', 'state'),
      ...pick(line, 'since', 'downMbps', 'upMbps', 'measuredBy', 'measuredAt', 'dayTarget', 'weekTarget'),
      now: meansOf(line.now),
      day: meansOf(line.day),
    },
    references: [
      ...referenceOf('line', line.id, line.name),
      ...referenceOf('outlet', line.outletId, line.outletName),
    ],
  }),
})

export const alarms = defineList({
  name: 'alarms',
  needs: ['DMS_SERVER_ALARM'],
  filters: {
    search: search.describe('Part of the name of a device, line or rule'),
    state: z.enum(['active', 'cleared', 'all']).default('active'),
    severity: anyOf(alarmSeverities),
    rule: z.string().max(40).optional().describe('Code of a rule, such as gateway_offline'),
    outletId,
    deviceId: idText.optional(),
    lineId: idText.optional(),
    acknowledged: yesNo,
    suppressed: z.enum(['no', 'yes', 'all']).optional().describe('Those that another alarm explains'),
    region,
    companyId,
    ...periodInput,
    sort: z.enum(['raisedAt', '-raisedAt', 'severity', '-severity']).default('-raisedAt'),
  },
  read: (context, { from, to, ...filters }, page) =>
    read(context, alarmApi.pageAlarms, {
      ...filters,
      ...page,
      ...givenPeriod(context, { from, to }),
      severity: many(filters.severity),
      rule: many(filters.rule),
    }),
  row: (alarm, { language }) => {
    const name = ruleName(language, alarm.rule, alarm.ruleName)
    const { deviceId, lineId, subjectName } = alarm
    return {
      data: {
        ...pick(alarm, 'id', 'companyName', 'severity', 'state', 'rule'),
        ruleName: name,
        ...pick(alarm, 'subjectName', 'deviceId', 'lineId', 'outletId', 'outletName', 'label'),
        ...pick(
          alarm,
          'value',
          'threshold',
          'unit',
          'raisedAt',
          'clearedAt',
          'acknowledgedAt',
          'acknowledgedBy',
        ),
        ...pick(alarm, 'inMaintenance', 'behindId', 'behindName', 'behindIt'),
      },
      references: [
        { kind: 'alarm', id: alarm.id, name: `${name} · ${subjectName}` },
        ...(deviceId ? [deviceReference({ id: deviceId, name: subjectName, type: alarm.deviceType })] : []),
        ...referenceOf('line', lineId, subjectName),
        ...referenceOf('outlet', alarm.outletId, alarm.outletName),
      ],
    }
  },
})

export const orders = defineList({
  name: 'orders',
  needs: ['DMS_SERVER_WORK_ORDER'],
  filters: {
    search: search.describe('Part of the title, or the number'),
    standing: z.enum(['open', 'ended', 'all']).default('open'),
    state: anyOf(orderStates),
    type: anyOf(orderTypes),
    category: anyOf(orderCategories),
    priority: z.int().min(1).max(4).optional().describe('1 is the highest'),
    overdue: z.literal('yes').optional(),
    assignee: z.enum(['me', 'nobody']).optional(),
    outletId,
    deviceId: idText.optional(),
    lineId: idText.optional(),
    alarmId: idText.optional(),
    region,
    companyId,
    ...periodInput,
    sort: z.enum(['-createdAt', 'createdAt', 'resolveDue', 'priority', '-priority']).default('-createdAt'),
  },
  read: (context, { from, to, priority, ...filters }, page) =>
    read(context, workOrderApi.pageOrders, {
      ...filters,
      ...page,
      ...givenPeriod(context, { from, to }),
      ...(priority !== undefined && { priority: [String(priority) as '1'] }),
      state: many(filters.state),
      type: many(filters.type),
      category: many(filters.category),
    }),
  row: (order) => ({
    data: {
      ...pick(order, 'id', 'number', 'title', 'companyName', 'type', 'category', 'priority', 'state'),
      ...pick(
        order,
        'outletId',
        'outletName',
        'deviceId',
        'lineId',
        'subjectName',
        'alarmId',
        'assigneeName',
      ),
      ...pick(order, 'createdAt', 'respondDue', 'respondedAt', 'resolveDue', 'resolvedAt', 'score'),
    },
    references: [
      { kind: 'order', id: order.id, name: `#${order.number} ${order.title}` },
      ...referenceOf('outlet', order.outletId, order.outletName),
    ],
  }),
})

export const outages = defineList({
  name: 'outages',
  needs: ['DMS_SERVER_LINE'],
  filters: {
    lineId: idText.optional(),
    outletId,
    isp,
    cause: anyOf(outageCauses),
    responsibility: anyOf(responsibilities),
    region,
    companyId,
    ...periodInput,
  },
  read: (context, { from, to, ...filters }, page) =>
    read(context, lineQualityApi.pageOutages, {
      ...filters,
      ...page,
      ...givenPeriod(context, { from, to }),
      isp: many(filters.isp),
      cause: many(filters.cause),
      responsibility: many(filters.responsibility),
    }),
  row: (outage) => ({
    data: {
      ...pick(outage, 'id', 'lineId', 'lineName', 'outletId', 'outletName', 'companyName', 'isp', 'ispName'),
      ...pick(outage, 'beganAt', 'endedAt', 'downMinutes', 'worstAt', 'cause', 'responsibility', 'note'),
      worstLossPercent: outage.worstLoss,
      worstRttMs: outage.worstRtt,
      ...pick(outage, 'targets', 'secondView', 'secondBy'),
    },
    references: [
      ...referenceOf('line', outage.lineId, outage.lineName),
      ...referenceOf('outlet', outage.outletId, outage.outletName),
    ],
  }),
})
