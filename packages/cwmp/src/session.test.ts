import { describe, expect, test } from 'vitest'
import type { CpeMessage, Envelope, Inform } from './messages.ts'
import { emptyHeader } from './messages.ts'
import type { SessionAction } from './session/actions.ts'
import type { Command } from './session/commands.ts'
import type { RunContext } from './session/run-state.ts'
import type { SessionState } from './session.ts'
import { maxPosts, newSession, step } from './session.ts'

const namespace = 'urn:dslforum-org:cwmp-1-2'

const inform: Inform = {
  method: 'Inform',
  deviceId: { manufacturer: 'Lanyon', oui: '00A0C9', productClass: 'LR', serialNumber: 'S1' },
  events: [{ code: '2 PERIODIC', commandKey: '' }],
  maxEnvelopes: 5,
  currentTime: '2026-01-01T00:00:00Z',
  retryCount: 0,
  parameters: [{ name: 'Device.DeviceInfo.SoftwareVersion', value: '1', type: 'string' }],
}

/** A scripted device against the reducer: answers take_command from a list, as a caller would. */
class Dialogue {
  state: SessionState = newSession
  readonly log: SessionAction[] = []
  readonly #commands: Command[]
  readonly #context: Partial<RunContext>

  constructor(commands: Command[] = [], context: Partial<RunContext> = {}) {
    this.#commands = [...commands]
    this.#context = context
  }

  #act(input: Parameters<typeof step>[1]): SessionAction[] {
    const { state, actions } = step(this.state, input)
    this.state = state
    this.log.push(...actions)
    if (actions.at(-1)?.kind !== 'take_command') return actions
    const command = this.#commands.shift() ?? null
    return [...actions, ...this.#act({ kind: 'command', command, context: this.#context })]
  }

  says(message: Envelope['message'], id: string | null = '7', header: Partial<Envelope['header']> = {}) {
    return this.#act({
      kind: 'message',
      envelope: { namespace, header: { ...emptyHeader, ...header, id }, message },
    })
  }

  posts(kind: 'empty' | 'aborted') {
    return this.#act({ kind })
  }

  fails() {
    return this.#act({ kind: 'undecodable', reason: 'not_well_formed' })
  }

  /** Answers the outstanding call with its own id. */
  answers(message: CpeMessage) {
    return this.says(message, this.state.call?.id ?? null)
  }

  begin() {
    this.says(inform)
    return this.posts('empty')
  }
}

const kinds = (actions: SessionAction[]) => actions.map((action) => action.kind)

function sent(actions: SessionAction[]) {
  const found = actions.findLast((action) => action.kind === 'send')
  if (found === undefined) throw new Error(`nothing was sent: ${kinds(actions).join()}`)
  return found.envelope
}

const cpeFault = (code: string): CpeMessage => ({ method: 'Fault', code, text: '', parameters: [] })

describe('the course of a session', () => {
  test('the Inform is committed before it is answered, with its own id and MaxEnvelopes 1 (TR-069 3.7.1.4)', () => {
    const actions = new Dialogue().says(inform, ' abc ')
    expect(kinds(actions)).toEqual(['commit', 'send'])
    expect(sent(actions)).toEqual({
      namespace,
      header: { ...emptyHeader, id: ' abc ' },
      message: { method: 'InformResponse', maxEnvelopes: 1 },
    })
  })

  test('our calls wait for the empty POST', () => {
    const dialogue = new Dialogue([{ id: '1', kind: 'reboot' }])
    expect(kinds(dialogue.says(inform))).not.toContain('take_command')
    expect(sent(dialogue.posts('empty')).message.method).toBe('Reboot')
  })

  test('a session without commands ends with 204', () => {
    expect(kinds(new Dialogue().begin())).toEqual(['take_command', 'end'])
  })

  test('a session begins with an Inform', () => {
    expect(kinds(new Dialogue().posts('empty'))).toEqual(['reject'])
    expect(kinds(new Dialogue().says({ method: 'GetRPCMethods' }))).toEqual(['reject'])
  })

  test('nothing is answered after the end but a rejection', () => {
    const dialogue = new Dialogue()
    dialogue.begin()
    expect(kinds(dialogue.posts('empty'))).toEqual(['reject'])
  })

  test('an Inform in the middle starts anew and interrupts the command', () => {
    const dialogue = new Dialogue([{ id: '1', kind: 'get_rpc_methods' }])
    dialogue.begin()
    const actions = dialogue.says(inform)
    expect(kinds(actions)).toEqual(['command_fault', 'report', 'commit', 'send'])
    expect(actions[0]).toMatchObject({ commandId: '1', fault: { code: 'interrupted' } })
    expect(actions[2]).toMatchObject({ restarted: true })
  })

  test('the negotiated version is the highest that both know, and only when the device offers (3.4.6.1)', () => {
    const actions = new Dialogue().says(inform, '1', { supportedVersions: ['1.0', '1.4', '1.9'] })
    expect(sent(actions).header.useVersion).toBe('1.4')
    expect(actions[0]).toMatchObject({ kind: 'commit', version: '1.4' })
    expect(sent(new Dialogue().says(inform)).header.useVersion).toBeNull()
  })

  test('HoldRequests is never set', () => {
    const dialogue = new Dialogue([{ id: '1', kind: 'get_parameter_values', names: ['Device.A'] }])
    dialogue.begin()
    dialogue.answers({ method: 'GetParameterValuesResponse', parameters: [] })
    const holds = dialogue.log.filter(
      (action) => action.kind === 'send' && action.envelope.header.holdRequests,
    )
    expect(holds).toEqual([])
  })

  test('a body that cannot be read ends the session with 400 and fails the command', () => {
    const dialogue = new Dialogue([{ id: '1', kind: 'reboot' }])
    dialogue.begin()
    const actions = dialogue.fails()
    expect(kinds(actions)).toEqual(['command_fault', 'reject'])
  })

  test('a lost connection interrupts the command', () => {
    const dialogue = new Dialogue([{ id: '1', kind: 'reboot' }])
    dialogue.begin()
    expect(dialogue.posts('aborted')).toMatchObject([
      { kind: 'command_fault', fault: { code: 'interrupted' } },
    ])
  })

  test('a device that never ends is sent away', () => {
    const dialogue = new Dialogue()
    dialogue.says(inform)
    for (let post = 1; post < maxPosts; post++) dialogue.says({ method: 'GetRPCMethods' })
    expect(kinds(dialogue.says({ method: 'GetRPCMethods' }))).toEqual(['report', 'end'])
  })
})

describe('requests of the gateway', () => {
  const transferComplete = {
    method: 'TransferComplete',
    commandKey: 'fw-1',
    faultCode: '0',
    faultString: '',
    startTime: '',
    completeTime: '',
  } as const

  test.each([
    'RequestDownload',
    'Kicked',
    'DUStateChangeComplete',
    'AutonomousDUStateChangeComplete',
    'X_00A0C9_Hello',
  ])('%s is answered with fault 8000, and the session goes on', (name) => {
    const dialogue = new Dialogue()
    dialogue.says(inform)
    const actions = dialogue.says({ method: 'Unknown', name }, '9')
    expect(sent(actions)).toMatchObject({ header: { id: '9' }, message: { method: 'Fault', code: '8000' } })
    expect(kinds(dialogue.posts('empty'))).toEqual(['take_command', 'end'])
  })

  test('queued transfers are asked the older way where the gateway does not know the newer (CWMP 1.0)', () => {
    const dialogue = new Dialogue([{ id: '1', kind: 'get_queued_transfers' }])
    expect(sent(dialogue.begin()).message).toEqual({ method: 'GetAllQueuedTransfers' })
    expect(sent(dialogue.answers(cpeFault('9000'))).message).toEqual({ method: 'GetQueuedTransfers' })
    const transfers = [{ commandKey: 'k', state: 2 }]
    expect(dialogue.answers({ method: 'GetQueuedTransfersResponse', transfers })[0]).toEqual({
      kind: 'command_result',
      commandId: '1',
      result: { kind: 'get_queued_transfers', transfers },
    })
  })

  test('TransferComplete is recorded before it is answered', () => {
    const dialogue = new Dialogue()
    dialogue.says(inform)
    const actions = dialogue.says(transferComplete, '9')
    expect(kinds(actions)).toEqual(['transfer_complete', 'send'])
    expect(sent(actions)).toMatchObject({
      header: { id: '9' },
      message: { method: 'TransferCompleteResponse' },
    })
  })

  test('they are answered while a call of ours is outstanding, which stays so', () => {
    const dialogue = new Dialogue([{ id: '1', kind: 'get_rpc_methods' }])
    dialogue.begin()
    expect(sent(dialogue.says({ method: 'GetRPCMethods' })).message.method).toBe('GetRPCMethodsResponse')
    expect(dialogue.answers({ method: 'GetRPCMethodsResponse', methods: ['Reboot'] })[0]).toMatchObject({
      kind: 'command_result',
      result: { methods: ['Reboot'] },
    })
  })

  test('an unknown method gets fault 8000 and the session goes on', () => {
    const dialogue = new Dialogue()
    dialogue.says(inform)
    const actions = dialogue.says({ method: 'Unknown', name: 'X_Custom' })
    expect(sent(actions).message).toMatchObject({ method: 'Fault', code: '8000' })
    expect(kinds(dialogue.posts('empty'))).toEqual(['take_command', 'end'])
  })

  test('a call that only an ACS makes is unknown here', () => {
    const dialogue = new Dialogue()
    dialogue.says(inform)
    expect(sent(dialogue.says({ method: 'FactoryReset' })).message).toMatchObject({ code: '8000' })
  })
})

describe('commands', () => {
  test('a reboot ends the session with 204, whatever else waits', () => {
    const dialogue = new Dialogue([
      { id: '1', kind: 'reboot' },
      { id: '2', kind: 'reboot' },
    ])
    dialogue.begin()
    expect(kinds(dialogue.answers({ method: 'RebootResponse' }))).toEqual(['command_result', 'end'])
  })

  test('an answer with another id is taken when one call is outstanding, and reported', () => {
    const dialogue = new Dialogue([{ id: '1', kind: 'get_rpc_methods' }])
    dialogue.begin()
    const actions = dialogue.says({ method: 'GetRPCMethodsResponse', methods: [] }, 'other')
    expect(kinds(actions)).toEqual(['report', 'command_result', 'take_command', 'end'])
  })

  test('an answer of another method fails the command', () => {
    const dialogue = new Dialogue([{ id: '1', kind: 'get_rpc_methods' }])
    dialogue.begin()
    expect(dialogue.answers({ method: 'RebootResponse' })[0]).toMatchObject({
      fault: { code: 'unexpected_answer' },
    })
  })

  test('an empty POST instead of an answer fails the command, and the next one goes on', () => {
    const dialogue = new Dialogue([
      { id: '1', kind: 'get_parameter_names', path: '', nextLevel: true },
      { id: '2', kind: 'get_rpc_methods' },
    ])
    expect(sent(dialogue.begin()).message).toMatchObject({ path: 'Device.' })
    const actions = dialogue.posts('empty')
    expect(actions[0]).toMatchObject({ commandId: '1', fault: { code: 'no_answer' } })
    expect(sent(actions).message.method).toBe('GetRPCMethods')
  })

  test('an empty POST instead of the names below a path fails that path alone', () => {
    const read = { id: '1', kind: 'get_parameter_values', names: ['Device.A.', 'Device.B.'] } as const
    const dialogue = new Dialogue([{ ...read, names: [...read.names] }])
    dialogue.begin()
    expect(sent(dialogue.posts('empty')).message).toMatchObject({ path: 'Device.B.' })
    const name = 'Device.B.C'
    dialogue.answers({ method: 'GetParameterNamesResponse', parameters: [{ name, writable: false }] })
    const parameters = [{ name, value: '1', type: 'string' }]
    expect(dialogue.answers({ method: 'GetParameterValuesResponse', parameters })).toContainEqual({
      kind: 'command_result',
      commandId: '1',
      result: {
        kind: 'get_parameter_values',
        found: 1,
        failed: [{ name: 'Device.A.', fault: { code: 'no_answer', text: '', parameters: [] } }],
        listed: ['Device.B.'],
      },
    })
  })

  test('a value that cannot be sent fails its command alone', () => {
    const dialogue = new Dialogue([
      {
        id: '1',
        kind: 'set_parameter_values',
        values: [{ name: 'Device.A', value: '\u0001', type: 'string' }],
      },
      { id: '2', kind: 'reboot' },
    ])
    const actions = dialogue.begin()
    expect(actions).toContainEqual(
      expect.objectContaining({
        kind: 'command_fault',
        commandId: '1',
        fault: expect.objectContaining({ code: 'cannot_be_sent' }),
      }),
    )
    expect(sent(actions).message.method).toBe('Reboot')
  })
})

const tree = (size: number) => Array.from({ length: size }, (_, index) => `Device.X.${index}`)

/** A device that refuses calls with an invalid name (9005), or with too many names (9004). */
function readAll(names: string[], { bad = new Set<string>(), most = 64 }) {
  const dialogue = new Dialogue([{ id: '1', kind: 'get_parameter_values', names }])
  let actions = dialogue.begin()
  let calls = 0
  while (dialogue.state.phase === 'calling') {
    const { message } = sent(actions)
    if (message.method !== 'GetParameterValues') throw new Error(message.method)
    calls++
    if (message.names.length > most) actions = dialogue.answers(cpeFault('9004'))
    else if (message.names.some((name) => bad.has(name))) actions = dialogue.answers(cpeFault('9005'))
    else {
      const parameters = message.names.map((name) => ({ name, value: 'v', type: 'string' }))
      actions = dialogue.answers({ method: 'GetParameterValuesResponse', parameters })
    }
  }
  return { calls, end: actions.find((action) => action.kind.startsWith('command_')) }
}

describe('reading', () => {
  test('several paths are named first, and their values share calls', () => {
    const paths = ['Device.A.', 'Device.B.', 'Device.A.']
    const dialogue = new Dialogue([{ id: '1', kind: 'get_parameter_values', names: [...paths, 'Device.C'] }])
    dialogue.begin()
    const names = (...reported: string[]) => reported.map((name) => ({ name, writable: false }))
    const next = dialogue.answers({
      method: 'GetParameterNamesResponse',
      parameters: names('Device.A.', 'Device.A.1', 'Device.C'),
    })
    expect(sent(next).message).toMatchObject({ method: 'GetParameterNames', path: 'Device.B.' })
    const asked = dialogue.answers({ method: 'GetParameterNamesResponse', parameters: names('Device.B.1') })
    expect(sent(asked).message).toEqual({
      method: 'GetParameterValues',
      names: ['Device.C', 'Device.A.1', 'Device.B.1'],
    })
    const end = dialogue.answers({ method: 'GetParameterValuesResponse', parameters: [] })
    expect(end).toContainEqual(
      expect.objectContaining({ result: expect.objectContaining({ listed: ['Device.A.', 'Device.B.'] }) }),
    )
  })

  test('a partial path becomes names, then values in calls of at most 64', () => {
    const dialogue = new Dialogue([{ id: '1', kind: 'get_parameter_values', names: ['Device.X.'] }])
    expect(sent(dialogue.begin()).message).toEqual({
      method: 'GetParameterNames',
      path: 'Device.X.',
      nextLevel: false,
    })
    let actions = dialogue.answers({
      method: 'GetParameterNamesResponse',
      parameters: [
        { name: 'Device.X.', writable: false },
        ...tree(100).map((name) => ({ name, writable: true })),
      ],
    })
    const sizes: number[] = []
    for (let message = sent(actions).message; message.method === 'GetParameterValues';) {
      sizes.push(message.names.length)
      actions = dialogue.answers({
        method: 'GetParameterValuesResponse',
        parameters: message.names.map((name) => ({ name, value: '', type: 'string' })),
      })
      if (!kinds(actions).includes('send')) break
      message = sent(actions).message as typeof message
    }
    expect(sizes).toEqual([64, 36])
    expect(actions).toContainEqual({
      kind: 'command_result',
      commandId: '1',
      result: { kind: 'get_parameter_values', found: 100, failed: [], listed: ['Device.X.'] },
    })
  })

  test('one bad name among many is found by halving, the others are read', () => {
    const { calls, end } = readAll(tree(64), { bad: new Set(['Device.X.5']) })
    expect(end).toMatchObject({
      result: { found: 63, failed: [{ name: 'Device.X.5', fault: { code: '9005' } }] },
    })
    expect(calls).toBe(13)
  })

  test('fault 9004 splits the call further', () => {
    expect(readAll(tree(64), { most: 10 }).end).toMatchObject({ result: { found: 64, failed: [] } })
  })

  test('a read of which nothing comes fails with the first fault', () => {
    expect(readAll(['Device.Nope'], { bad: new Set(['Device.Nope']) }).end).toMatchObject({
      kind: 'command_fault',
      fault: { code: '9005' },
    })
  })
})

const values = (actions: SessionAction[]) => {
  const { message } = sent(actions)
  if (message.method !== 'SetParameterValues') throw new Error(message.method)
  return message.values
}

describe('setting', () => {
  test('the known type of a parameter wins over what the caller says', () => {
    const dialogue = new Dialogue(
      [{ id: '1', kind: 'set_parameter_values', values: [{ name: 'Device.A', value: '1', type: 'string' }] }],
      { knownTypes: { 'Device.A': 'unsignedInt' } },
    )
    expect(values(dialogue.begin())).toEqual([{ name: 'Device.A', value: '1', type: 'unsignedInt' }])
  })

  test('a type that nobody knows is asked of the gateway first', () => {
    const dialogue = new Dialogue([
      { id: '1', kind: 'set_parameter_values', values: [{ name: 'Device.A', value: '1' }] },
    ])
    expect(sent(dialogue.begin()).message).toEqual({ method: 'GetParameterValues', names: ['Device.A'] })
    const actions = dialogue.answers({
      method: 'GetParameterValuesResponse',
      parameters: [{ name: 'Device.A', value: '0', type: 'boolean' }],
    })
    expect(values(actions)).toEqual([{ name: 'Device.A', value: '1', type: 'boolean' }])
  })

  test('status 1 is not taken for applied, and secrets are never stored', () => {
    const command: Command = {
      id: '1',
      kind: 'set_parameter_values',
      values: [
        { name: 'Device.A', value: '1', type: 'string' },
        { name: 'Device.B.Password', value: 'x', type: 'string' },
      ],
    }
    const applied = new Dialogue([command])
    applied.begin()
    expect(applied.answers({ method: 'SetParameterValuesResponse', status: 0 })[0]).toEqual({
      kind: 'store_parameters',
      parameters: [{ name: 'Device.A', value: '1', type: 'string' }],
    })
    const later = new Dialogue([command])
    later.begin()
    expect(kinds(later.answers({ method: 'SetParameterValuesResponse', status: 1 }))).not.toContain(
      'store_parameters',
    )
  })

  test('credentials go to the paths of the data model, and optional settings give way', () => {
    const dialogue = new Dialogue([
      {
        id: '1',
        kind: 'set_credentials',
        credentials: {
          username: 'u',
          password: 'p',
          periodicInformInterval: 300,
          periodicInformTime: '2026-01-01T00:00:00Z',
        },
      },
    ])
    expect(values(dialogue.begin()).map(({ name, type }) => [name.slice(24), type])).toEqual([
      ['Username', 'string'],
      ['Password', 'string'],
      ['PeriodicInformEnable', 'boolean'],
      ['PeriodicInformInterval', 'unsignedInt'],
      ['PeriodicInformTime', 'dateTime'],
    ])
    const again = dialogue.answers(cpeFault('9003'))
    expect(values(again)).toHaveLength(3)
    const end = dialogue.answers({ method: 'SetParameterValuesResponse', status: 0 })
    expect(end.find((action) => action.kind === 'command_result')).toMatchObject({
      result: { kind: 'set_credentials', left: [expect.any(String), expect.any(String)] },
    })
  })
})
