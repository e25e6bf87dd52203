import type { DataModelRoot } from './data-model.ts'
import { rootOf } from './data-model.ts'
import { encodeEnvelope } from './envelope.ts'
import type { CwmpFault, LocalFault } from './faults.ts'
import { fault } from './faults.ts'
import type { AcsMessage, AcsRequest, CwmpHeader, Envelope, Inform, Message } from './messages.ts'
import { emptyHeader } from './messages.ts'
import { CwmpEncodeError } from './parse-error.ts'
import type { SessionAction, SessionInput } from './session/actions.ts'
import { answerRequest } from './session/cpe-requests.ts'
import type { Answer, Progress, Run } from './session/run-state.ts'
import { advanceRun, startRun } from './session/run.ts'
import { defaultNamespace, negotiateVersion } from './versions.ts'

/**
 * Session state (TR-069 3.7.1.4, as the ACS sees it):
 *
 *   idle ──Inform──▶ device_turn ──empty POST──▶ taking ──command──▶ calling ──response──▶ calling or taking
 *                    (InformResponse sent; (take_command (one call is outstanding)
 *                     requests are answered) is pending)
 *                                                  └──no command──▶ closed (204)
 *
 * An Inform restarts the session from any state. The device receives data only in answer to its POST, at most
 * one call is outstanding, and HoldRequests is never set.
 */
export type SessionPhase = 'idle' | 'device_turn' | 'taking' | 'calling' | 'closed'

export interface SessionState {
  phase: SessionPhase
  namespace: string
  /**
   * The gateway writes no XML declaration, so it gets none: netcwmp wraps what it receives in an element of
   * its own, where a declaration is not allowed.
   */
  bare: boolean
  root: DataModelRoot | null
  run: Run | null
  /** The outstanding call. */
  call: { id: string; request: AcsRequest } | null
  /** Calls made in this session; ids are numbered from it. */
  calls: number
  posts: number
}

export interface Step {
  state: SessionState
  actions: SessionAction[]
}

/** Maximum POSTs per session: stops a device that never finishes. */
export const maxPosts = 3000

export const newSession: SessionState = {
  phase: 'idle',
  namespace: defaultNamespace,
  bare: false,
  root: null,
  run: null,
  call: null,
  calls: 0,
  posts: 0,
}

/** One step of an ACS session: pure, total, and the only place that decides the answer to a gateway. */
export function step(state: SessionState, input: SessionInput): Step {
  if (input.kind === 'aborted') return { state: closed(state), actions: interrupted(state) }
  if (input.kind === 'command') return takeCommand(state, input)
  if (state.phase === 'closed') return reject(state, 'the session is over')
  const counted = { ...state, posts: state.posts + 1 }
  if (counted.posts > maxPosts) {
    const report: SessionAction = { kind: 'report', report: 'session_too_long', detail: String(maxPosts) }
    return {
      state: closed(counted),
      actions: [...failRun(counted, 'too_many_calls'), report, { kind: 'end' }],
    }
  }
  if (input.kind === 'empty') return onEmpty(counted)
  if (input.kind === 'undecodable') {
    return {
      state: closed(counted),
      actions: [...failRun(counted, 'unreadable_answer', input.reason), rejection(input.reason)],
    }
  }
  return onMessage(counted, input.envelope)
}

function closed(state: SessionState): SessionState {
  return { ...state, phase: 'closed', run: null, call: null }
}

function rejection(reason: string): SessionAction {
  return { kind: 'reject', status: 400, reason }
}

function reject(state: SessionState, reason: string): Step {
  return { state: closed(state), actions: [rejection(reason)] }
}

/** Ends the command in progress, if any, with a local fault. */
function failRun(state: SessionState, code: LocalFault, text = ''): SessionAction[] {
  return state.run ? [commandFault(state.run, fault(code, text))] : []
}

function commandFault(run: Run, reason: CwmpFault): SessionAction {
  return { kind: 'command_fault', commandId: run.command.id, fault: reason }
}

const interrupted = (state: SessionState) => failRun(state, 'interrupted')

function send(
  { namespace, bare }: Pick<SessionState, 'namespace' | 'bare'>,
  id: string | null,
  message: AcsMessage,
  header?: Partial<CwmpHeader>,
): SessionAction {
  const envelope: Envelope<AcsMessage> = {
    namespace,
    header: { ...emptyHeader, ...header, id },
    message,
    ...(bare ? { bare: true } : {}),
  }
  return { kind: 'send', body: encodeEnvelope(envelope), envelope }
}

function onEmpty(state: SessionState): Step {
  switch (state.phase) {
    case 'device_turn':
    case 'taking':
      return take(state, [])
    case 'calling': {
      // Some clients answer an unsupported call with an empty POST: the call fails, the session continues.
      const report: SessionAction = {
        kind: 'report',
        report: 'answer_missing',
        detail: state.call?.request.method ?? '',
      }
      // netcwmp returns this for an unknown path: continue reading the other paths.
      if (state.call && state.run && readKinds.has(state.run.command.kind)) {
        const answer: Answer = { method: 'Fault', fault: fault('no_answer') }
        return goOn(state, advanceRun(state.run, state.call.request, answer), [report])
      }
      return take({ ...state, run: null, call: null }, [...failRun(state, 'no_answer'), report])
    }
    default:
      return reject(state, 'no session')
  }
}

const readKinds = new Set<string>(['get_parameter_values', 'measure'])

function take(state: SessionState, before: SessionAction[]): Step {
  return {
    state: { ...state, phase: 'taking', run: null, call: null },
    actions: [...before, { kind: 'take_command' }],
  }
}

function takeCommand(
  state: SessionState,
  { command, context }: Extract<SessionInput, { kind: 'command' }>,
): Step {
  if (state.phase !== 'taking') return { state, actions: [] }
  if (command === null) return { state: closed(state), actions: [{ kind: 'end' }] }
  const root = context?.root ?? state.root ?? 'Device.'
  return goOn(state, startRun(command, { root, knownTypes: context?.knownTypes ?? {} }))
}

/** Sends the next call of a run, or reports its end and requests the next command. */
function goOn(state: SessionState, { run, learned, end }: Progress, before: SessionAction[] = []): Step {
  const actions: SessionAction[] = [...before]
  if (learned.length > 0) actions.push({ kind: 'store_parameters', parameters: learned })
  const request = run.todo[0]
  if (end !== undefined || request === undefined) return finishRun(state, run, end, actions)
  const id = `nw${state.calls + 1}`
  try {
    actions.push(send(state, id, request))
  } catch (error) {
    if (!(error instanceof CwmpEncodeError)) throw error
    return take(state, [...actions, commandFault(run, fault('cannot_be_sent', error.message))])
  }
  return {
    state: { ...state, phase: 'calling', run, call: { id, request }, calls: state.calls + 1 },
    actions,
  }
}

function finishRun(state: SessionState, run: Run, end: Progress['end'], actions: SessionAction[]): Step {
  if (end === undefined || 'fault' in end) {
    return take(state, [...actions, commandFault(run, end?.fault ?? fault('unknown'))])
  }
  actions.push({ kind: 'command_result', commandId: run.command.id, result: end.result })
  const goesDown = run.command.kind === 'reboot' || run.command.kind === 'factory_reset'
  if (goesDown) return { state: closed(state), actions: [...actions, { kind: 'end' }] }
  return take(state, actions)
}

function onMessage(state: SessionState, envelope: Envelope): Step {
  const { header, message } = envelope
  if (message.method === 'Inform') return onInform(state, envelope, message)
  if (state.phase === 'idle') return reject(state, 'a session begins with an Inform')
  const request = answerRequest(message)
  if (request !== undefined) {
    return { state, actions: [...request.actions, send(state, header.id, request.answer)] }
  }
  if (message.method === 'Fault') {
    const { code, text, parameters } = message
    return onAnswer(state, header, { method: 'Fault', fault: { code, text, parameters } })
  }
  if (isAnswer(message)) return onAnswer(state, header, message)
  const detail = message.method === 'Unknown' ? message.name : message.method
  return {
    state,
    actions: [
      { kind: 'report', report: 'unknown_method', detail },
      send(state, header.id, { method: 'Fault', ...fault('8000', 'Method not supported') }),
    ],
  }
}

function onInform(state: SessionState, { namespace, header, bare = false }: Envelope, inform: Inform): Step {
  const restarted = state.phase !== 'idle'
  const { version, useVersion } = negotiateVersion(namespace, header.supportedVersions)
  const before: SessionAction[] = restarted
    ? [...interrupted(state), { kind: 'report', report: 'inform_mid_session', detail: state.phase }]
    : []
  return {
    state: {
      ...newSession,
      phase: 'device_turn',
      namespace,
      bare,
      root: rootOf(inform.parameters),
      posts: state.posts,
    },
    actions: [
      ...before,
      { kind: 'commit', inform, namespace, version, restarted },
      send({ namespace, bare }, header.id, { method: 'InformResponse', maxEnvelopes: 1 }, { useVersion }),
    ],
  }
}

function isAnswer(message: Message): message is Exclude<Answer, { method: 'Fault' }> {
  return message.method.endsWith('Response') && !acsAnswers.has(message.method)
}

// GetRPCMethodsResponse exists in both directions; here it answers our call.
const acsAnswers = new Set([
  'InformResponse',
  'TransferCompleteResponse',
  'AutonomousTransferCompleteResponse',
])

function onAnswer(state: SessionState, header: CwmpHeader, answer: Answer): Step {
  if (state.call === null || state.run === null) {
    const report = answer.method === 'Fault' ? 'fault_without_call' : 'response_without_call'
    const detail = answer.method === 'Fault' ? answer.fault.code : answer.method
    const actions: SessionAction[] = [{ kind: 'report', report, detail }]
    return { state: closed(state), actions: [...actions, { kind: 'end' }] }
  }
  const { id, request } = state.call
  // At most one call is outstanding, so a response with another id, or none, must belong to it.
  const before: SessionAction[] =
    header.id?.trim() === id ? [] : [{ kind: 'report', report: 'id_mismatch', detail: header.id ?? '' }]
  return goOn(state, advanceRun(state.run, request, answer), before)
}
