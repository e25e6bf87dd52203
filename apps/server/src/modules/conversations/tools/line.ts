import { lineQualityApi } from '@netward/contract'
import { defineTool, pick, read } from './define.ts'
import { idText } from './list.ts'
import { meansOf } from './lists.ts'
import { referenceOf } from './names.ts'

export const line = defineTool({
  name: 'line',
  shown: 'line',
  description:
    'One internet line: contract, quality now, over 24 hours and 7 days with its targets, availability, last tests, last throughput and its last outages.',
  input: { lineId: idText },
  needs: ['DMS_SERVER_LINE'],
  run: async (context, { lineId }) => {
    const [it, outages] = await Promise.all([
      read(context, lineQualityApi.getMeasuredLine, { lineId }),
      read(context, lineQualityApi.pageLineOutages, { lineId, pageSize: 10 }),
    ])
    return {
      data: {
        ...pick(it, 'id', 'name', 'outletId', 'outletName', 'companyName', 'isp', 'ispName', 'type', 'state'),
        ...pick(it, 'since', 'downMbps', 'upMbps', 'measuredAt', 'measuredBy', 'profile', 'timeZone'),
        now: meansOf(it.now),
        day: meansOf(it.day),
        week: meansOf(it.week),
        targets: { lossPercent: it.limits.loss, rttP95Ms: it.limits.rtt, jitterMs: it.limits.jitter },
        ...pick(it, 'dayTarget', 'weekTarget', 'judgedAt'),
        figures: it.figures.map(({ availability, withinTarget, coverage, ...figures }) => ({
          ...figures,
          availabilityPercent: percent(availability),
          withinTargetPercent: percent(withinTarget),
          coveragePercent: percent(coverage),
        })),
        throughput: it.throughput,
        tests: it.tests.map((test) => pick(test, 'target', 'kind', 'method', 'at', 'passed', 'problem')),
        outages: {
          shown: outages.items.length,
          total: outages.total,
          items: outages.items.map((outage) => ({
            ...pick(outage, 'id', 'beganAt', 'endedAt', 'downMinutes', 'targets', 'cause', 'responsibility'),
            ...pick(outage, 'causeRule', 'causeBy', 'note', 'secondView'),
            worstLossPercent: outage.worstLoss,
          })),
        },
      },
      references: [
        ...referenceOf('line', it.id, it.name),
        ...referenceOf('outlet', it.outletId, it.outletName),
      ],
    }
  },
})

const percent = (share: number | null): number | null =>
  share === null ? null : Number((share * 100).toFixed(3))
