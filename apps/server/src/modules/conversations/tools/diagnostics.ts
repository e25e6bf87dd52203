import { deviceCheckApi, diagnosticApi, equipmentApi, lineQualityApi, lineTestApi } from '@netward/contract'
import { defineTool, pick, read, wrongField } from './define.ts'
import { idText } from './list.ts'
import { deviceReference, referenceOf } from './names.ts'
import type { ToolAnswer, ToolContext } from './tool.ts'

export const diagnostics = defineTool({
  name: 'diagnostics',
  shown: 'diagnostics',
  description:
    'Results of what was tried out: diagnostics and the last check of a gateway (deviceId), or the tests of an internet line (lineId). To run one, propose it.',
  input: { deviceId: idText.optional(), lineId: idText.optional() },
  run: async (context, { deviceId, lineId }) => {
    if (deviceId !== undefined) return ofGateway(context, deviceId)
    if (lineId !== undefined) return ofLine(context, lineId)
    throw wrongField(context, 'deviceId', 'missing')
  },
})

async function ofGateway(context: ToolContext, deviceId: string): Promise<ToolAnswer> {
  const [device, runs, checks] = await Promise.all([
    read(context, equipmentApi.getEquipment, { deviceId }),
    read(context, diagnosticApi.pageDiagnostics, { deviceId, pageSize: 20 }),
    read(context, deviceCheckApi.pageChecks, { deviceId, pageSize: 5 }),
  ])
  const [last] = checks.items
  const check = last ? await read(context, deviceCheckApi.getCheck, { deviceId, checkId: last.id }) : null
  return {
    data: {
      deviceId,
      deviceName: device.name,
      lastCheck: check && {
        ...pick(check, 'state', 'verdict', 'sentence', 'createdAt', 'endedAt', 'figures'),
        findings: check.findings.map((finding) => pick(finding, 'severity', 'text', 'advice')),
      },
      earlierChecks: checks.items.slice(1).map((one) => pick(one, 'createdAt', 'verdict', 'sentence')),
      shown: runs.items.length,
      total: runs.total,
      items: runs.items.map((run) => ({
        ...pick(run, 'kind', 'target', 'state', 'createdAt', 'endedAt', 'createdByName'),
        result: run.result,
        fault: run.fault?.text,
      })),
    },
    references: [deviceReference(device)],
  }
}

async function ofLine(context: ToolContext, lineId: string): Promise<ToolAnswer> {
  const [line, tests] = await Promise.all([
    read(context, lineQualityApi.getMeasuredLine, { lineId }),
    read(context, lineTestApi.pageLineTests, { lineId, pageSize: 20 }),
  ])
  return {
    data: {
      lineId,
      lineName: line.name,
      shown: tests.items.length,
      total: tests.total,
      items: tests.items.map((test) => ({
        ...pick(
          test,
          'kind',
          'vantage',
          'target',
          'state',
          'problem',
          'fault',
          'scheduled',
          'createdAt',
          'endedAt',
        ),
        ...(test.result && {
          ...pick(test.result, 'passed', 'address', 'http', 'answers', 'throughput', 'path'),
          ...(test.result.pings && {
            lossPercent: test.result.pings.loss,
            rttAvgMs: test.result.pings.avg,
            rttP95Ms: test.result.pings.p95,
            jitterMs: test.result.pings.jitter,
          }),
        }),
      })),
    },
    references: [
      ...referenceOf('line', line.id, line.name),
      ...referenceOf('outlet', line.outletId, line.outletName),
    ],
  }
}
