import { alarmApi, alarmRuleApi } from '@netward/contract'
import { defineTool, pick, read, readIfAllowed } from './define.ts'
import { companyId, idText, region } from './list.ts'
import { deviceReference, referenceOf, ruleName, shippedRunbook } from './names.ts'
import type { ToolContext } from './tool.ts'

/** What the company, or we, say should be done about alarms of a rule. */
async function runbookOf(context: ToolContext, rule: string): Promise<string> {
  const rules = await readIfAllowed(context, alarmRuleApi.listAlarmRules, {})
  const own = rules?.find(({ key }) => key === rule)?.definition.runbook ?? ''
  return own === '' ? shippedRunbook(context.language, rule) : own
}

export const alarm = defineTool({
  name: 'alarm',
  shown: 'alarm',
  description:
    'One alarm: what it is about, value and threshold, timeline with comments, what it explains (behind it), others of its group, earlier ones of the same kind on the same thing, and the runbook of its rule.',
  input: { alarmId: idText },
  needs: ['DMS_SERVER_ALARM'],
  run: async (context, { alarmId }) => {
    const it = await read(context, alarmApi.getAlarm, { alarmId })
    const { language } = context
    const name = ruleName(language, it.rule, it.ruleName)
    const brief = (one: (typeof it.group)[number]) => ({
      ...pick(one, 'id', 'severity', 'subjectName', 'state', 'raisedAt', 'clearedAt'),
      ruleName: ruleName(language, one.rule, one.ruleName),
    })
    return {
      data: {
        ...pick(it, 'id', 'companyName', 'severity', 'state', 'rule'),
        ruleName: name,
        ...pick(
          it,
          'subjectName',
          'deviceId',
          'lineId',
          'outletId',
          'outletName',
          'metric',
          'label',
          'instance',
        ),
        ...pick(it, 'value', 'threshold', 'unit', 'raisedAt', 'clearedAt', 'clearedBecause', 'noDataSince'),
        ...pick(it, 'acknowledgedAt', 'acknowledgedBy', 'muted', 'inMaintenance', 'flapping', 'assigneeName'),
        ...pick(it, 'behindId', 'behindName', 'behindIt'),
        timeline: it.timeline
          .slice(-30)
          .map((event) =>
            pick(event, 'at', 'kind', 'value', 'text', 'severity', 'comment', 'actorName', 'because'),
          ),
        explains: it.suppressed.slice(0, 20).map(brief),
        group: it.group.slice(0, 20).map(brief),
        earlier: it.earlier.map((one) => pick(one, 'id', 'severity', 'raisedAt', 'clearedAt')),
        runbook: await runbookOf(context, it.rule),
      },
      references: [
        { kind: 'alarm', id: it.id, name: `${name} · ${it.subjectName}` },
        ...(it.deviceId
          ? [deviceReference({ id: it.deviceId, name: it.subjectName, type: it.deviceType })]
          : []),
        ...referenceOf('line', it.lineId, it.subjectName),
        ...referenceOf('outlet', it.outletId, it.outletName),
        ...[...it.suppressed, ...it.group].slice(0, 40).map((one) => ({
          kind: 'alarm' as const,
          id: one.id,
          name: `${ruleName(language, one.rule, one.ruleName)} · ${one.subjectName}`,
        })),
      ],
    }
  },
})

export const countAlarms = defineTool({
  name: 'count_alarms',
  shown: 'find_alarms',
  description: 'How many alarms are active now, by severity, and how many of them nobody acknowledged.',
  input: {
    outletId: idText.optional(),
    deviceId: idText.optional(),
    lineId: idText.optional(),
    region,
    companyId,
  },
  needs: ['DMS_SERVER_ALARM'],
  run: async (context, input) => ({
    data: await read(context, alarmApi.countAlarms, input),
    references: [],
  }),
})
