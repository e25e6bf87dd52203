import { orderActApi, workOrderApi } from '@netward/contract'
import { defineTool, pick, read, readIfAllowed } from './define.ts'
import { idText } from './list.ts'
import { deviceReference, referenceOf } from './names.ts'

export const order = defineTool({
  name: 'order',
  shown: 'order',
  description:
    'One work order: description, state, deadlines, notes and history, carrier ticket, related orders, what was done for it, and its tests before and after.',
  input: { orderId: idText },
  needs: ['DMS_SERVER_WORK_ORDER'],
  run: async (context, { orderId }) => {
    const [it, acts] = await Promise.all([
      read(context, workOrderApi.getOrder, { orderId }),
      readIfAllowed(context, orderActApi.orderActs, { orderId }),
    ])
    return {
      data: {
        ...pick(
          it,
          'id',
          'number',
          'title',
          'companyName',
          'type',
          'category',
          'state',
          'priority',
          'impact',
        ),
        ...pick(it, 'urgency', 'description', 'outletId', 'outletName', 'deviceId', 'lineId', 'subjectName'),
        ...pick(
          it,
          'alarmId',
          'assigneeName',
          'createdAt',
          'createdBy',
          'tags',
          'cause',
          'solution',
          'score',
        ),
        ...pick(it, 'respondDue', 'respondedAt', 'resolveDue', 'resolvedAt', 'closedAt', 'suspendedUntil'),
        ...pick(it, 'approval', 'carrier'),
        clocks: it.clocks.map((clock) =>
          pick(clock, 'clock', 'minutes', 'due', 'usedMinutes', 'stoppedAt', 'left'),
        ),
        relations: it.relations.map((one) =>
          pick(one, 'kind', 'inverse', 'orderId', 'number', 'title', 'state'),
        ),
        checks: it.checks.map((check) => pick(check, 'text', 'required', 'doneAt', 'doneBy')),
        history: it.history
          .slice(-60)
          .map((event) =>
            pick(event, 'at', 'kind', 'internal', 'note', 'name', 'reason', 'until', 'cause', 'actorName'),
          ),
        acts: acts?.acts.map((act) =>
          pick(act, 'kind', 'name', 'at', 'actorName', 'what', 'reason', 'state'),
        ),
        lineTests: acts?.lineTests.map((test) => ({
          ...pick(test, 'phase', 'name', 'what', 'at', 'passed', 'mos'),
          lossPercent: test.loss,
          rttMs: test.rtt,
          jitterMs: test.jitter,
          bitPerSecond: test.throughput,
        })),
        gatewayChecks: acts?.checks.map((check) => ({
          ...pick(check, 'phase', 'name', 'at', 'passed', 'softwareVersion'),
          findings: check.findings.map((finding) => pick(finding, 'severity', 'text')),
        })),
      },
      references: [
        { kind: 'order', id: it.id, name: `#${it.number} ${it.title}` },
        ...referenceOf('outlet', it.outletId, it.outletName),
        ...(it.deviceId
          ? [
              deviceReference({
                id: it.deviceId,
                name: it.subjectName,
                type: it.isGateway ? 'smart_cpe' : null,
              }),
            ]
          : []),
        ...referenceOf('line', it.lineId, it.subjectName),
        ...it.relations.map((one) => ({
          kind: 'order' as const,
          id: one.orderId,
          name: `#${one.number} ${one.title}`,
        })),
      ],
    }
  },
})
