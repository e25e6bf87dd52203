import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { decodeEnvelope } from './envelope.ts'
import { classifyEvent } from './events.ts'
import { newSession, step } from './session.ts'
import { negotiateVersion } from './versions.ts'

const read = (name: string, charset?: string) =>
  decodeEnvelope(
    readFileSync(new URL(`recorded/${name}.xml`, import.meta.url)),
    charset === undefined ? {} : { charset },
  )

/** What firmware in the field sends, one exchange per quirk. */
describe('quirks of real gateways', () => {
  test('gSOAP clients of Sagemcom send faults without a header, so the call has no id', () => {
    const { header, message, oddities } = read('sagemcom-fault-without-header')
    expect(header.id).toBeNull()
    expect(oddities).toEqual(['no_header'])
    expect(message).toEqual({ method: 'Fault', code: '9003', text: 'Invalid arguments', parameters: [] })
  })

  test('a fault lists every refused parameter; faultcode has no prefix and values have types', () => {
    expect(read('set-fault-list-plain-faultcode').message).toEqual({
      method: 'Fault',
      code: '9003',
      text: 'Invalid Arguments',
      parameters: [
        { name: 'Device.X_0010A4_Radio.RetryCount', code: '9007', text: 'Value out of range' },
        { name: 'Device.X_0010A4_Clock.Source', code: '9008', text: 'Not writable' },
      ],
    })
  })

  test('netcwmp 1.3 puts the detail into faultstring, and lists what it did not refuse with code 0', () => {
    expect(read('netcwmp-set-fault-in-faultstring').message).toEqual({
      method: 'Fault',
      code: '9003',
      text: 'Invalid arguments',
      parameters: [
        {
          name: 'InternetGatewayDevice.ManagementServer.Username',
          code: '9008',
          text: 'Attempt to set a non-writable parameter',
        },
      ],
    })
  })

  test('netcwmp puts the detail beside the SOAP fault', () => {
    expect(read('fault-detail-outside').message).toMatchObject({ method: 'Fault', code: '9002' })
  })

  test('SPA122 leaves out the Value of an empty parameter', () => {
    expect(read('value-missing').message).toEqual({
      method: 'GetParameterValuesResponse',
      parameters: [
        { name: 'Device.DeviceInfo.DeviceLog', value: '', type: null },
        { name: 'Device.DeviceInfo.ProvisioningCode', value: '', type: 'string' },
      ],
    })
  })

  test('types that XML Schema does not know (UniFi: json; AudioCodes: none after the colon) are kept or null', () => {
    expect(read('odd-types').message).toMatchObject({
      parameters: [
        { type: 'json', value: '[{"mac":"02:00:00:00:00:01"}]' },
        { type: null, value: ' 4711 ' },
        { type: 'unsignedInt', value: '65536' },
        { type: 'string', value: ' two spaces ' },
        { type: 'boolean', value: 'true' },
      ],
    })
  })

  test('array sizes are wrong or padded (Adtran: [0008]) and decide nothing', () => {
    expect(read('adtran-array-size-with-zeros').message).toMatchObject({
      deviceId: { serialNumber: 'EXN20000', oui: '0010a4' },
      events: [{ code: '2 PERIODIC' }],
      retryCount: 1485,
      parameters: [{ name: 'InternetGatewayDevice.DeviceSummary' }],
    })
  })

  test('EasyCwmp writes white space before the envelope, prefixes with underscores, and xsi without declaring it', () => {
    expect(read('easycwmp-space-before-envelope')).toMatchObject({
      namespace: 'urn:dslforum-org:cwmp-1-2',
      message: {
        deviceId: { productClass: '' },
        events: [{ code: '1 BOOT' }, { code: 'M Reboot', commandKey: 'nightly' }],
        parameters: [{ value: '1.0', type: 'string' }],
      },
    })
  })

  test('set-top boxes copy control characters into values, and a NUL after the end: they are dropped', () => {
    const { message, oddities } = read('control-characters')
    expect(message).toMatchObject({ parameters: [{ value: 'abc' }] })
    expect(oddities).toContain('control_characters')
  })

  test('an SSID stands in Latin-1 inside a document that says UTF-8, with its ampersand as it is', () => {
    const { message, oddities } = read('latin1-ssid-and-bare-ampersand', 'utf-8')
    expect(message).toMatchObject({ parameters: [{ value: 'Café & Bar <2>' }] })
    expect(oddities).toEqual(['charset_guessed', 'bare_ampersand'])
  })

  test('Chinese firmware declares GB2312', () => {
    expect(read('gb2312-declared').message).toMatchObject({ parameters: [{ value: '我的WIFI' }] })
  })

  test('the header comes after the body, the namespace stands on the method alone', () => {
    expect(read('header-after-body')).toMatchObject({
      namespace: 'urn:dslforum-org:cwmp-1-1',
      header: { id: ' 12 ', noMoreRequests: true },
      message: {
        method: 'TransferComplete',
        commandKey: 'fw-17',
        faultCode: '9010',
        faultString: 'Download <failed>',
      },
    })
  })

  test('queued transfers come in the older structure, with a size of nothing', () => {
    expect(read('queued-transfers-plain-struct').message).toEqual({
      method: 'GetAllQueuedTransfersResponse',
      transfers: [
        {
          commandKey: 'fw-17',
          state: 2,
          about: {
            isDownload: true,
            fileType: '1 Firmware Upgrade Image',
            fileSize: 7_340_032,
            targetFileName: '',
          },
        },
        { commandKey: '', state: 3 },
      ],
    })
  })

  test('TransferComplete has lost its command key, and its clock was never set', () => {
    expect(read('transfer-complete-without-key').message).toMatchObject({
      commandKey: '',
      faultCode: '9010',
      startTime: '0001-01-01T00:00:00Z',
      completeTime: '1970-01-01T00:03:12',
    })
  })

  test('prefixes are not declared at all: answered as CWMP 1.0, without an id', () => {
    const envelope = read('undeclared-prefixes-no-header')
    expect(envelope.oddities).toEqual(['no_header', 'no_namespace'])
    const answer = step(newSession, { kind: 'message', envelope }).actions.at(-1)
    expect(answer).toMatchObject({ kind: 'send', envelope: { namespace: 'urn:dslforum-org:cwmp-1-0' } })
    expect(answer?.kind === 'send' && answer.body.includes('Header')).toBe(false)
  })

  test('netcwmp 1.3 writes no XML declaration, and understands no document that has one', () => {
    const envelope = read('netcwmp-inform-bare')
    expect(envelope).toMatchObject({
      bare: true,
      message: {
        deviceId: { productClass: 'EX1', serialNumber: 'EXN30000' },
        events: [{ code: '0 BOOTSTRAP', commandKey: '' }],
        currentTime: '2026-01-01T00:49:09',
        parameters: [{ name: 'InternetGatewayDevice.DeviceSummary', value: '', type: 'string' }],
      },
    })
    const begun = step(newSession, { kind: 'message', envelope })
    const taken = step(begun.state, { kind: 'empty' })
    const called = step(taken.state, {
      kind: 'command',
      command: { id: 'c', kind: 'get_parameter_names', path: '', nextLevel: true },
    })
    const sent = [...begun.actions, ...called.actions].filter((action) => action.kind === 'send')
    expect(sent.map(({ body }) => body.slice(0, 19))).toEqual(['<SOAP-ENV:Envelope ', '<SOAP-ENV:Envelope '])
  })

  test('genieacs-sim 0.9 begins with a periodic Inform and counts parameters that it has not; it writes a declaration and is written one', () => {
    const envelope = read('genieacs-sim-first-inform')
    expect(envelope).toMatchObject({
      oddities: [],
      message: { events: [{ code: '2 PERIODIC' }], parameters: [{ value: 'V1' }] },
    })
    expect(step(newSession, { kind: 'message', envelope }).actions.at(-1)).toMatchObject({
      body: expect.stringMatching(/^<\?xml version="1.0" encoding="UTF-8"\?></),
    })
  })

  test('a CWMP 1.4 client offers versions with stray spaces and asks for 16 envelopes', () => {
    const { namespace, header, message } = read('cwmp-1-4-offer')
    expect(header.sessionTimeout).toBe(40)
    expect(negotiateVersion(namespace, header.supportedVersions)).toEqual({
      version: '1.4',
      useVersion: '1.4',
    })
    expect(message).toMatchObject({ maxEnvelopes: 16 })
  })
})

describe('event codes (TR-069 amendment 6, table 8)', () => {
  test.each([
    ['0 BOOTSTRAP', 'bootstrap', ''],
    ['1', 'boot', ''],
    ['2 Periodic', 'periodic', ''],
    ['12 AUTONOMOUS DU STATE CHANGE COMPLETE', 'autonomous_du_state_change_complete', ''],
    ['14 HEARTBEAT', 'heartbeat', ''],
    ['99 FUTURE', 'unknown', ''],
    ['M Reboot', 'method', 'Reboot'],
    ['M X_00D09E_Backup', 'method', 'X_00D09E_Backup'],
    ['X 00D09E Overheated', 'vendor', '00D09E Overheated'],
    ['', 'unknown', ''],
  ])('%s is %s', (code, kind, detail) => {
    expect(classifyEvent(code)).toEqual({ kind, detail })
  })
})
