import { equipmentApi, lineQualityApi, metricApi } from '@netward/contract'
import { metricNames } from '@netward/contract/metric-catalogue'
import { z } from 'zod'
import { defineTool, pick, read, wrongField } from './define.ts'
import { idText } from './list.ts'
import { deviceReference, metricName, referenceOf } from './names.ts'
import { periodInput, periodOf } from './times.ts'
import type { ToolAnswer, ToolContext } from './tool.ts'

const metric = z.enum(metricNames as unknown as readonly [(typeof metricNames)[number]])
const subject = { deviceId: idText.optional(), lineId: idText.optional() }
const rounded = (value: number | null): number | null =>
  value === null ? null : Number(value.toPrecision(6))
/** Counters are read as rates: their unit is a second's. */
const mostSeries = 8

export const metrics = defineTool({
  name: 'metrics',
  shown: 'metrics',
  description:
    'Values of a device or an internet line. Without `metrics`: the last value of each series of a device. With `metrics` (names such as cpu_usage, interface_in_octets, line_loss, line_rtt_median): the course from `from` to `to` in equal steps with min, mean, max and p95 of each series; null is a gap without data, never zero. Counters are rates per second; octets are bytes.',
  input: {
    ...subject,
    metrics: z.array(metric).min(1).max(4).optional(),
    instance: z
      .string()
      .max(200)
      .optional()
      .describe('One part only, such as a port, as `instance` in results'),
    ...periodInput,
    points: z.int().min(2).max(96).default(24).describe('Steps of the course'),
  },
  needs: ['DMS_SERVER_DEVICE_VIEW'],
  run: async (context, input) => {
    const { deviceId, lineId } = input
    if ((deviceId === undefined) === (lineId === undefined)) throw wrongField(context, 'deviceId', 'missing')
    if (input.metrics === undefined) {
      if (deviceId !== undefined) return latest(context, deviceId)
      throw wrongField(context, 'metrics', 'missing')
    }
    return course(context, { ...input, metrics: input.metrics })
  },
})

async function latest(context: ToolContext, deviceId: string): Promise<ToolAnswer> {
  const [device, values] = await Promise.all([
    read(context, equipmentApi.getEquipment, { deviceId }),
    read(context, metricApi.latestMetrics, { deviceId }),
  ])
  return {
    data: {
      deviceId,
      deviceName: device.name,
      shown: values.length,
      total: values.length,
      items: values.map((one) => ({
        ...pick(one, 'metric', 'instance', 'label', 'unit', 'at'),
        name: metricName(context.language, one.metric),
        value: rounded(one.value),
        low: one.low ?? undefined,
        high: one.high ?? undefined,
      })),
    },
    references: [deviceReference(device)],
  }
}

interface Asked {
  readonly deviceId?: string | undefined
  readonly lineId?: string | undefined
  readonly metrics: z.output<typeof metric>[]
  readonly instance?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly points: number
}

async function course(context: ToolContext, asked: Asked): Promise<ToolAnswer> {
  const { deviceId, lineId, points } = asked
  const period = periodOf(context, asked, 24)
  const [range, device, line] = await Promise.all([
    read(context, metricApi.metricRange, {
      deviceId,
      lineId,
      metrics: asked.metrics,
      ...(asked.instance !== undefined && { instances: [asked.instance] }),
      ...period,
      points,
      percentile: true,
    }),
    deviceId === undefined ? null : read(context, equipmentApi.getEquipment, { deviceId }),
    lineId === undefined ? null : read(context, lineQualityApi.getMeasuredLine, { lineId }),
  ])
  return {
    data: {
      deviceName: device?.name,
      lineName: line?.name,
      ...period,
      asOf: range.asOf,
      firstStepAt: new Date(range.start).toISOString(),
      stepSeconds: range.stepSeconds,
      shown: Math.min(range.series.length, mostSeries),
      total: range.more ? `${range.series.length}+` : range.series.length,
      more: range.more || range.series.length > mostSeries ? 'ask for one instance' : undefined,
      series: range.series.slice(0, mostSeries).map((one) => ({
        ...pick(one, 'metric', 'instance', 'label', 'unit'),
        name: metricName(context.language, one.metric),
        min: rounded(one.min),
        mean: rounded(one.mean),
        max: rounded(one.max),
        p95: rounded(one.p95),
        last: rounded(one.last),
        values: one.values.map(rounded),
      })),
      note: range.series.length === 0 ? 'no data in this period' : undefined,
    },
    references: [...(device ? [deviceReference(device)] : []), ...referenceOf('line', line?.id, line?.name)],
    ...(device &&
      range.series.length > 0 && {
        part: {
          kind: 'metric' as const,
          deviceId: device.id,
          deviceName: device.name,
          metric: asked.metrics[0]!,
          ...period,
        },
      }),
  }
}

export const topMetrics = defineTool({
  name: 'top_metrics',
  shown: 'metrics',
  description:
    'The devices or ports with the highest (or lowest) values of a metric over a period, of an outlet or the company. Default: the last 24 hours by mean.',
  input: {
    metric,
    outletId: idText.optional(),
    ...periodInput,
    by: z.enum(['mean', 'max', 'p95', 'last']).default('mean'),
    lowest: z.boolean().default(false),
    limit: z.int().min(1).max(50).default(10),
  },
  needs: ['DMS_SERVER_DEVICE_VIEW'],
  run: async (context, { from, to, ...input }) => {
    const period = periodOf(context, { from, to }, 24)
    const top = await read(context, metricApi.topMetrics, { ...input, ...period })
    return {
      data: { ...period, by: input.by, items: top.map((one) => ({ ...one, value: rounded(one.value) })) },
      references: top.flatMap((one) => referenceOf('device', one.deviceId, one.deviceName)),
    }
  },
})
