import {
  alarmApi,
  equipmentApi,
  lineQualityApi,
  lineTestApi,
  outletApi,
  provisioningApi,
  workOrderApi,
} from '@netward/contract'
import type { ProposalKind } from '@netward/contract/conversation-values'
import { proposedDiagnostics, proposedLineTests } from '@netward/contract/proposal-fields'
import {
  orderCategories,
  orderImpacts,
  orderTypes,
  orderUrgencies,
} from '@netward/contract/work-order-values'
import { z } from 'zod'
import { defineTool, pick, read, wrongField } from './define.ts'
import { idText } from './list.ts'
import { deviceReference, ruleName } from './names.ts'
import { templateText } from './template-text.ts'
import type { NamedReference, Tool, ToolAnswer, ToolContext } from './tool.ts'

const reason = z.string().trim().min(1).max(500).describe('Why, for the person who decides')
const note = 'Proposes only: nothing is done until the person confirms. '

/** What the model reads of a proposal: that a person decides. */
const proposed = (
  kind: ProposalKind,
  subject: NamedReference | null,
  values: { readonly [key: string]: unknown; readonly reason: string },
  before: string | null = null,
): ToolAnswer => {
  const { reason: why, ...input } = values
  return {
    data: { proposed: kind, subject, input, state: 'waits for the person; nothing was done' },
    references: subject ? [subject] : [],
    proposal: { kind, subject, input, reason: why, before },
  }
}

const acknowledgeAlarm = defineTool({
  name: 'propose_acknowledge_alarm',
  shown: 'propose',
  description: `${note}Acknowledge an active alarm for 24 hours.`,
  input: { alarmId: idText, comment: z.string().trim().max(1000).default(''), reason },
  needs: ['DMS_SERVER_ALARM', 'DMS_SERVER_ALARM_EDIT'],
  run: async (context, input) => {
    const alarm = await read(context, alarmApi.getAlarm, { alarmId: input.alarmId })
    const name = `${ruleName(context.language, alarm.rule, alarm.ruleName)} · ${alarm.subjectName}`
    return proposed('acknowledge_alarm', { kind: 'alarm', id: alarm.id, name }, input)
  },
})

/** What a new order is about: the first that is named. */
async function orderSubject(
  context: ToolContext,
  { alarmId, deviceId, lineId, outletId }: { [key: string]: string | undefined },
): Promise<NamedReference | null> {
  if (alarmId !== undefined) {
    const alarm = await read(context, alarmApi.getAlarm, { alarmId })
    const name = `${ruleName(context.language, alarm.rule, alarm.ruleName)} · ${alarm.subjectName}`
    return { kind: 'alarm', id: alarm.id, name }
  }
  if (deviceId !== undefined)
    return deviceReference(await read(context, equipmentApi.getEquipment, { deviceId }))
  if (lineId !== undefined) {
    const { id, name } = await read(context, lineQualityApi.getMeasuredLine, { lineId })
    return { kind: 'line', id, name }
  }
  if (outletId === undefined) return null
  const { id, name } = await read(context, outletApi.getOutlet, { outletId })
  return { kind: 'outlet', id, name }
}

const openOrder = defineTool({
  name: 'propose_open_order',
  shown: 'propose',
  description: `${note}Open a work order about an alarm, a device, a line or an outlet (one of them).`,
  input: {
    title: z.string().trim().min(1).max(100),
    description: z.string().trim().max(8000).default(''),
    type: z.enum(orderTypes).default('fault'),
    category: z.enum(orderCategories).default('other'),
    impact: z.enum(orderImpacts).default('medium'),
    urgency: z.enum(orderUrgencies).default('medium'),
    alarmId: idText.optional(),
    deviceId: idText.optional(),
    lineId: idText.optional(),
    outletId: idText.optional(),
    reason,
  },
  needs: ['DMS_SERVER_WORK_ORDER_EDIT'],
  run: async (context, input) =>
    proposed(
      'open_order',
      await orderSubject(context, pick(input, 'alarmId', 'deviceId', 'lineId', 'outletId')),
      input,
    ),
})

const noteOrder = defineTool({
  name: 'propose_note_order',
  shown: 'propose',
  description: `${note}Write a note into a work order; internal ones are hidden from the customer.`,
  input: {
    orderId: idText,
    note: z.string().trim().min(1).max(4000),
    internal: z.boolean().default(true),
    reason,
  },
  needs: ['DMS_SERVER_WORK_ORDER', 'DMS_SERVER_WORK_ORDER_EDIT'],
  run: async (context, input) => {
    const { id, number, title } = await read(context, workOrderApi.getOrder, { orderId: input.orderId })
    return proposed('note_order', { kind: 'order', id, name: `#${number} ${title}` }, input)
  },
})

const runDiagnostic = defineTool({
  name: 'propose_run_diagnostic',
  shown: 'propose',
  description: `${note}Let a gateway ping or trace a host, or look up a name.`,
  input: {
    deviceId: idText,
    kind: z.enum(proposedDiagnostics),
    host: z.string().trim().min(1).max(253).describe('Host name or IP address'),
    reason,
  },
  needs: ['DMS_SERVER_DEVICE_VIEW', 'DMS_SERVER_DEVICE_DIAGNOSE'],
  run: async (context, input) => {
    const device = await read(context, equipmentApi.getEquipment, { deviceId: input.deviceId })
    if (device.driver !== 'cwmp') throw wrongField(context, 'deviceId', 'notAllowed')
    return proposed('run_diagnostic', deviceReference(device), input)
  },
})

const testLine = defineTool({
  name: 'propose_test_line',
  shown: 'propose',
  description: `${note}Test an internet line now. Without host or url the usual target of the line is tested.`,
  input: {
    lineId: idText,
    kind: z.enum(proposedLineTests),
    host: z.string().trim().max(253).optional().describe('ICMP, traceroute: where to; DNS: the name'),
    url: z.string().trim().max(2000).optional().describe('HTTP'),
    reason,
  },
  needs: ['DMS_SERVER_LINE', 'DMS_SERVER_LINE_TEST'],
  run: async (context, { host, url, ...input }) => {
    const { lineId, kind } = input
    const [line, { targets }] = await Promise.all([
      read(context, lineQualityApi.getMeasuredLine, { lineId }),
      read(context, lineTestApi.lineTestVantages, { lineId }),
    ])
    const target =
      kind === 'http'
        ? { url: url ?? targets.url }
        : kind === 'throughput'
          ? {}
          : { host: host ?? (kind === 'dns' ? targets.name : targets.host) }
    const [[field, value] = ['', 'x']] = Object.entries(target)
    if (value === '') throw wrongField(context, field, 'missing')
    return proposed('test_line', { kind: 'line', id: line.id, name: line.name }, { ...input, ...target })
  },
})

const restartDevice = defineTool({
  name: 'propose_restart_device',
  shown: 'propose',
  description: `${note}Restart a gateway. People behind it lose their connection for some minutes.`,
  input: { deviceId: idText, reason },
  needs: ['DMS_SERVER_DEVICE_VIEW', 'DMS_SERVER_DEVICE_REBOOT'],
  run: async (context, input) => {
    const device = await read(context, equipmentApi.getEquipment, { deviceId: input.deviceId })
    if (device.driver !== 'cwmp') throw wrongField(context, 'deviceId', 'notAllowed')
    const answer = proposed('restart_device', deviceReference(device), input)
    // The command has a reason of its own, of at most 200 characters.
    return {
      ...answer,
      proposal: { ...answer.proposal!, input: { deviceId: device.id, reason: input.reason.slice(0, 200) } },
    }
  },
})

const selector = z.strictObject({
  models: z.array(z.string().max(100)).max(50).default([]),
  manufacturers: z.array(z.string().max(100)).max(50).default([]),
  softwareVersions: z.array(z.string().max(100)).max(50).default([]),
  tags: z.array(z.string().max(100)).max(50).default([]),
  outletIds: z.array(idText).max(50).default([]),
})

const newTemplate = defineTool({
  name: 'propose_new_template',
  shown: 'propose',
  description: `${note}Save a configuration template for gateways, or with templateId a new version of one. It is not applied. settings: items of {section, which, field, value}, such as {"section":"wifi","which":{"by":"place","place":1},"field":"ssid","value":"Guest"}; sections wifi, wan, lan, dhcp, time, account, cellular. values: items of {path, value} of the data model. Never write a secret: use a variable of the template.`,
  input: {
    templateId: idText.optional(),
    name: z.string().trim().min(1).max(100),
    selector: selector.describe('Which gateways; an empty list matches all').default(selector.parse({})),
    settings: z
      .array(z.looseObject({ section: z.string(), field: z.string(), value: z.string() }))
      .max(200)
      .default([]),
    values: z
      .array(z.strictObject({ path: z.string().max(256), value: z.string().max(2000) }))
      .max(200)
      .default([]),
    reason,
  },
  needs: ['DMS_SERVER_DEVICE_TEMPLATE_VIEW', 'DMS_SERVER_DEVICE_TEMPLATE_EDIT'],
  run: async (context, { templateId, name, reason: why, settings, values, ...more }) => {
    const before =
      templateId === undefined ? null : await read(context, provisioningApi.getTemplate, { templateId })
    const after = { selector: more.selector, content: { settings, values } }
    const checked = provisioningApi.createTemplate.input.safeParse({
      name,
      selector: more.selector,
      content: { ...after.content, objects: [], notifications: [] },
      acknowledged: false,
    })
    if (!checked.success) {
      const [issue] = checked.error.issues
      throw wrongField(context, issue?.path.join('.') ?? 'settings', 'format')
    }
    return proposed(
      'new_template',
      before && { kind: 'template', id: before.id, name: before.name },
      { ...(templateId !== undefined && { templateId }), name, definition: templateText(after), reason: why },
      before && templateText(before.version),
    )
  },
})

export const proposing: readonly Tool[] = [
  acknowledgeAlarm,
  openOrder,
  noteOrder,
  runDiagnostic,
  testLine,
  restartDevice,
  newTemplate,
]
