import {
  alarmApi,
  deviceApi,
  diagnosticApi,
  type Endpoint,
  lineTestApi,
  type OutputOf,
  provisioningApi,
  workOrderApi,
} from '@netward/contract'
import type { ProposalKind } from '@netward/contract/conversation-values'
import type { Reference } from '@netward/contract/conversations'
import { proposalFields } from '@netward/contract/proposal-fields'
import type { CalledEndpoint, EndpointCaller } from '../../../platform/http/endpoint-caller.ts'
import { withoutNothing } from './fit.ts'

export type CarriedOut =
  | { readonly ok: true; readonly made: Reference | null }
  | { readonly ok: false; readonly message: string }

type Values = Readonly<Record<string, unknown>>

/**
 * Does what a proposal says by the usual endpoint of the act, which checks the input, the person's right, and whether the act needs
 * an approval.
 */
export function carryOut(kind: ProposalKind, input: Values, call: EndpointCaller): Promise<CarriedOut> {
  // An empty text is a value that was left out.
  return acts[kind](withoutNothing(input) as Values, call)
}

/** Ids of what a proposal is about are no fields that a person edits. */
export const fixedValues = (kind: ProposalKind, input: Values): Values => {
  const changeable = new Set(proposalFields[kind].map(({ name }) => name))
  return Object.fromEntries(Object.entries(input).filter(([key]) => !changeable.has(key)))
}

function outcomeOf<E extends Endpoint>(
  called: CalledEndpoint<E>,
  made: (data: OutputOf<E>) => Reference | null = () => null,
): CarriedOut {
  if (called.ok) return { ok: true, made: made(called.data) }
  const fields = called.fields.map(({ field, message }) => `${field}: ${message}`)
  return { ok: false, message: fields.length > 0 ? fields.join('; ') : called.message || called.code }
}

/** Of acts on several things, of which a proposal has one. */
const batchOutcome = (
  called: CalledEndpoint<typeof alarmApi.actOnAlarms | typeof deviceApi.rebootDevices>,
): CarriedOut => {
  const [failed] = called.ok ? called.data.failed : []
  return failed ? { ok: false, message: failed.reason } : outcomeOf(called)
}

/** The endpoint judges what is sent: the values of a proposal are not typed. */
// oxlint-disable-next-line typescript/no-explicit-any -- the endpoint's own schema checks them
const sent = (values: Values): any => values

const acts: Readonly<Record<ProposalKind, (input: Values, call: EndpointCaller) => Promise<CarriedOut>>> = {
  acknowledge_alarm: async ({ alarmId, comment }, call) =>
    batchOutcome(
      await call(
        alarmApi.actOnAlarms,
        sent({
          alarmIds: [alarmId],
          act: { kind: 'acknowledge', ...(comment !== undefined && { comment }) },
        }),
      ),
    ),
  open_order: async (input, call) =>
    outcomeOf(await call(workOrderApi.createOrder, sent(input)), ({ id }) => ({ kind: 'order', id })),
  note_order: async (input, call) =>
    outcomeOf(await call(workOrderApi.noteOrder, sent(input)), () => ({
      kind: 'order',
      id: String(input['orderId']),
    })),
  run_diagnostic: async (input, call) =>
    outcomeOf(await call(diagnosticApi.startDiagnostic, sent(input)), () => ({
      kind: 'gateway',
      id: String(input['deviceId']),
    })),
  test_line: async (input, call) =>
    outcomeOf(await call(lineTestApi.startLineTest, sent(input)), () => ({
      kind: 'line',
      id: String(input['lineId']),
    })),
  restart_device: async ({ deviceId, reason }, call) =>
    batchOutcome(
      await call(
        deviceApi.rebootDevices,
        sent({ deviceIds: [deviceId], ...(reason !== undefined && { reason }) }),
      ),
    ),
  new_template: (input, call) => saveTemplate(input, call),
}

async function saveTemplate(
  { templateId, name, definition }: Values,
  call: EndpointCaller,
): Promise<CarriedOut> {
  const parsed = definitionOf(definition)
  if (typeof parsed === 'string') return { ok: false, message: `definition: ${parsed}` }
  const { selector, settings, values } = parsed
  const body = { name, selector, acknowledged: false }
  const content = { settings, values, objects: [], notifications: [] }
  if (templateId === undefined)
    return outcomeOf(await call(provisioningApi.createTemplate, sent({ ...body, content })), (made) => ({
      kind: 'template',
      id: made.templateId,
    }))
  const before = await call(provisioningApi.getTemplate, sent({ templateId }))
  if (!before.ok) return outcomeOf(before)
  const { objects, notifications } = before.data.version.content
  return outcomeOf(
    await call(
      provisioningApi.editTemplate,
      sent({ ...body, templateId, content: { ...content, objects, notifications } }),
    ),
    () => ({ kind: 'template', id: before.data.id }),
  )
}

function definitionOf(text: unknown): Values | string {
  try {
    const parsed: unknown = JSON.parse(String(text))
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : 'JSON'
  } catch (error) {
    return error instanceof Error ? error.message : 'JSON'
  }
}
