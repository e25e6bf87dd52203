import type { ConfigurationProfile } from '@netward/contract/configuration-values'
import { expect, test } from 'vitest'
import { fittingProfile, terminalProfiles } from './profiles.ts'
import { ConfigurationReader, ReadFailed } from './read-configuration.ts'

const times = { most: 5_000, silence: 400, settle: 20 }

/** A device that answers what is typed, a line at a time, in pieces of a few characters. */
function device(
  profile: ConfigurationProfile,
  answer: (line: string, show: (text: string) => void) => void,
  password = 'login-pass',
): ConfigurationReader {
  let line = ''
  const pieces = (text: string) => {
    for (let at = 0; at < text.length; at += 7) reader.shown(text.slice(at, at + 7))
  }
  const reader: ConfigurationReader = new ConfigurationReader(
    terminalProfiles[profile],
    password,
    (text) => {
      for (const char of text) {
        if (char !== '\r' && char !== ' ') line += char
        else if (char === ' ' && line !== '') line += char
        else {
          const typed = line
          line = ''
          setImmediate(() => answer(char === '\r' ? typed : 'SPACE', pieces))
        }
      }
    },
    times,
  )
  return reader
}

/** Echo, output and prompt, as most devices. */
const usual =
  (prompt: string, outputs: Readonly<Record<string, string>>) =>
  (line: string, show: (text: string) => void) =>
    show(
      `${line}\r\n${(outputs[line] ?? '').replaceAll('\n', '\r\n')}${outputs[line] === undefined ? '' : '\r\n'}${prompt}`,
    )

test.each<[ConfigurationProfile, string, string]>([
  ['huawei_vrp', '<core-1>', '#\nsysname core-1\n#\nreturn'],
  ['h3c_comware', '<H3C>', '#\n version 7.1.070, Release 6127\n#\n sysname H3C\n#\nreturn'],
  ['ruijie', 'Ruijie#', 'hostname Ruijie\n!\nend'],
  ['cisco_ios', 'sw-1#', 'version 15.2\n!\nhostname sw-1\n!\nend'],
  ['cisco_nxos', 'n9k# ', 'version 9.3(8)\nhostname n9k\nvlan 1,10'],
  ['cisco_asa', 'asa# ', ': Saved\nASA Version 9.16(2)\nhostname asa\n: end'],
  ['aruba_procurve', 'Aruba-2930F# ', '; JL253A Configuration Editor\nhostname "Aruba-2930F"'],
  ['juniper_junos', 'admin@srx> ', 'set version 21.2R3\nset system host-name srx'],
  ['fortinet_fortigate', 'FGT60F # ', 'config system global\n    set hostname "FGT60F"\nend'],
  [
    'mikrotik_routeros',
    '[admin@MikroTik] > ',
    '# 2026-01-05 03:00:00 by RouterOS 7.14\n/interface bridge add name=bridge1',
  ],
  ['generic_linux', 'root@OpenWrt:~# ', "config interface 'loopback'\n\toption device 'lo'"],
])('%s: the running configuration is read up to the prompt', async (profile, prompt, configuration) => {
  const reader = device(profile, usual(prompt, { [terminalProfiles[profile].show]: configuration }))
  reader.shown(`Welcome\r\n\r\n${prompt}`)
  expect((await reader.read()).join('\n')).toBe(configuration)
})

test('a pager is answered, and leaves nothing in the configuration', async () => {
  const rest = ['\u001b[16D                \u001b[16Dinterface Vlanif10\r\n', ' shutdown\r\nreturn\r\n<sw>']
  const reader = device('huawei_vrp', (line, show) => {
    if (line === 'SPACE') show(rest.join(''))
    else if (line.startsWith('display')) show(`${line}\r\nsysname sw\r\n  ---- More ----`)
    else show(`${line}\r\nError: Unrecognized command\r\n<sw>`)
  })
  reader.shown('<sw>')
  expect(await reader.read()).toEqual(['sysname sw', 'interface Vlanif10', ' shutdown', 'return'])
})

test('the privileged mode is entered with the password of the sign-in', async () => {
  const typed: string[] = []
  const reader = device('cisco_ios', (line, show) => {
    typed.push(line)
    if (line === 'enable') show('enable\r\nPassword: ')
    else if (line === 'login-pass') show('\r\nsw#')
    else if (line === 'show running-config') show(`${line}\r\nhostname sw\r\nend\r\n\r\nsw#`)
    else show(`${line}\r\nsw#`)
  })
  reader.shown('sw>')
  expect(await reader.read()).toEqual(['hostname sw', 'end'])
  expect(typed).toEqual(['enable', 'login-pass', 'terminal length 0', 'show running-config'])
})

async function failed(reader: ConfigurationReader, first: string): Promise<string> {
  reader.shown(first)
  return reader.read().then(
    () => 'read',
    (error: unknown) => (error instanceof ReadFailed ? error.reason : String(error)),
  )
}

test('each failure has its reason', async () => {
  const show = 'display current-configuration'
  expect(
    await failed(
      device('huawei_vrp', () => {}),
      'who are you?\r\n',
    ),
  ).toBe('no_prompt')
  expect(await failed(device('huawei_vrp', usual('<a>', { [show]: 'sysname a' })), '<a>')).toBe('incomplete')
  expect(await failed(device('huawei_vrp', usual('<a>', { [show]: '' })), '<a>')).toBe('empty')
  expect(
    await failed(device('huawei_vrp', usual('<a>', { [show]: '  ^\nError: Unrecognized command' })), '<a>'),
  ).toBe('refused')
  const closing = device('huawei_vrp', () => closing.closed())
  expect(await failed(closing, '<a>')).toBe('device_closed')
  const silent = device('huawei_vrp', (line, say) => (line === show ? say('sysname a\r\n') : say('\r\n<a>')))
  expect(await failed(silent, '<a>')).toBe('late')
  const endless = device('huawei_vrp', (line, say) =>
    line === show ? endless.shown('x'.repeat(9 * 1024 * 1024)) : say('\r\n<a>'),
  )
  expect(await failed(endless, '<a>')).toBe('too_large')
})

test('hostile output is lines of plain text', async () => {
  const evil = '\u001b]0;title\u0007<script>alert(1)</script>\u0000\u202e\u001b[31mred\u001b[0m\rseen'
  const reader = device(
    'cisco_nxos',
    usual('n9k# ', { 'show running-config': `hostname n9k\n${evil}\n\ttab` }),
  )
  reader.shown('n9k# ')
  expect(await reader.read()).toEqual(['hostname n9k', 'seen', '\ttab'])
})

test('the maker decides which profile fits, else what the agent says', () => {
  const of = (brand: string, modelName = '', description = '') =>
    fittingProfile({ brand, modelName, description })
  expect(of('Huawei', 'S5735')).toBe('huawei_vrp')
  expect(of('H3C', 'S5130')).toBe('h3c_comware')
  expect(of('Cisco', 'N9K-C93180', 'Cisco NX-OS(tm) Nexus9000')).toBe('cisco_nxos')
  expect(of('Cisco', 'ASA5516')).toBe('cisco_asa')
  expect(of('Cisco', 'C9200L', 'Cisco IOS Software')).toBe('cisco_ios')
  expect(of('HPE', 'Aruba 2930F')).toBe('aruba_procurve')
  expect(of('', '', 'Linux OpenWrt 5.15')).toBe('generic_linux')
  expect(of('Unheard of')).toBeNull()
})
