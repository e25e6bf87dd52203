import { agentOf } from '@netward/testkit/snmp/recorded-agent'
import { expect, test } from 'vitest'
import { modelIn, versionIn } from './described.ts'
import { readWho } from './who.ts'

test('a version is found in plain words, and none of the hardware, the boot loader or the system below', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['AT-TQ4600 version 4.0.1.07', '4.0.1.07'],
    ['Ethernet Routing Switch 5530 HW:32 FW:6.0.0.18 SW:v6.3.2.011 BN:11 (c) A', '6.3.2.011'],
    ['ACS, Compiled 2013 SoftWare Version 6.2.201.11 BootRom Version 4.30.8', '6.2.201.11'],
    ['Room Alert 4E v4.2.4', '4.2.4'],
    ['DM4770 32CX (DmOS version 9.2.0-217-1-g11a5773)', '9.2.0-217-1-g11a5773'],
    ['Switch, Hardware version 2.1, Linux 3.6.5', ''],
    ['Microwave Link', ''],
    ['', ''],
  ]
  expect(cases.map(([descr]) => [descr, versionIn(descr)])).toEqual(cases)
})

test('a model is a word of letters and numbers among the first, not a protocol and not a host', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['EnGenius ECS1528P', 'ECS1528P'],
    ['EDS-G508E-T', 'EDS-G508E-T'],
    ['Peakflow TMS 8.4 Model: TMS-HD1000 Serial: X', 'TMS-HD1000'],
    ['Gateway with SNMPv3 and IPv6', ''],
    ['Linux RUTM51 6.6.87 #0 SMP mips', ''],
    ['L2/L3 Ethernet Blade Switch', ''],
    ['Microwave Link', ''],
  ]
  expect(cases.map(([descr]) => [descr, modelIn(descr)])).toEqual(cases)
})

test('hostile descriptions take no time', () => {
  const start = performance.now()
  for (const piece of ['a1', 'v1.', 'version ', 'model:', '((((', '-_', 'HW '])
    for (const find of [modelIn, versionIn]) find(piece.repeat(500).slice(0, 1000))
  expect(performance.now() - start).toBeLessThan(1000)
})

const system = (descr: string, objectId: string, ...more: string[]) =>
  agentOf(`1.3.6.1.2.1.1.1.0|4|${descr}`, `1.3.6.1.2.1.1.2.0|6|${objectId}`, ...more)
const netSnmp = '1.3.6.1.4.1.8072.3.2.10'

test('an agent of a maker without a profile is known by its enterprise number, its MIB and its description', async () => {
  const who = async (...agent: Parameters<typeof system>) => {
    const { vendor, type, model, version } = (await readWho(system(...agent))).identity
    return { vendor, type, model, version }
  }
  const moxa = '1.3.6.1.4.1.8691.7.69'
  // MOXA-EDSG508E-MIB: firmwareVersion below sysObjectID.
  expect(await who('EDS-G508E-T', moxa, `${moxa}.1.4.0|4|V6.4 build 2511`)).toEqual({
    vendor: 'Moxa',
    type: 'switch',
    model: 'EDS-G508E-T',
    version: 'V6.4 build 2511',
  })
  // BARRACUDA-MIB, on an agent that calls itself Net-SNMP.
  expect(
    await who('Linux host 5.4', netSnmp, '1.3.6.1.4.1.20632.8.25.0|4|10.0.1.003 (Mon Nov 4)'),
  ).toMatchObject({ vendor: 'Barracuda', type: 'firewall', version: '10.0.1.003 (Mon Nov 4)' })
  expect(await who('VeloCloud EDGE610', netSnmp)).toMatchObject({ vendor: 'VeloCloud', model: 'EDGE610' })
  expect(await who('Linux cisco 5.4', netSnmp)).toMatchObject({ vendor: 'Net-SNMP' })
  // RFC 3418 sysServices: a bridge has 2, a host 72.
  const ports = Array.from({ length: 4 }, (_, at) => `1.3.6.1.2.1.2.2.1.3.${at + 1}|2|6`)
  const unknown = '1.3.6.1.4.1.99999.1'
  expect(await who('Thing', unknown, '1.3.6.1.2.1.1.7.0|2|2', ...ports)).toMatchObject({ type: 'switch' })
  expect(await who('Thing', unknown, '1.3.6.1.2.1.1.7.0|2|72', ...ports)).toMatchObject({ type: 'other' })
  expect(await who('Switched rack PDU', unknown)).toMatchObject({ vendor: '', type: 'other' })
})
