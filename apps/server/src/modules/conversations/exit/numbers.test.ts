import { expect, test } from 'vitest'
import { numbersOf } from './index.ts'

const results = [
  {
    stepId: 'a',
    data: {
      total: 1234,
      loss: 0.125,
      delay: 35.64,
      rate: 12_400_000,
      seconds: 90,
      id: '777',
      alarmId: '778',
      at: '2026-11-29T10:00:00Z',
      text: 'loss 12.5% at 10.1.2.3',
      signal: -65,
      users: 35_000,
    },
  },
  { stepId: 'b', data: { rows: [{ devices: '42', memory: 2_147_483_648, total: 1234 }] } },
]
const found = (text: string) =>
  numbersOf(text, results).map(({ start, end, stepId }) => [text.slice(start, end), stepId])

test.each<[string, [string, string | null][]]>([
  [
    '共 1,234 台，42 台离线',
    [
      ['1,234', 'a'],
      ['42', 'b'],
    ],
  ],
  [
    '丢包率 12.5%，时延 35.6 ms',
    [
      ['12.5', 'a'],
      ['35.6', 'a'],
    ],
  ],
  [
    'delay 36 ms, not 37 ms',
    [
      ['36', 'a'],
      ['37', null],
    ],
  ],
  [
    '12.4 Mbit/s and 12.4 Mbps',
    [
      ['12.4', 'a'],
      ['12.4', 'a'],
    ],
  ],
  [
    '3.5 万用户, 35k',
    [
      ['3.5', 'a'],
      ['35', 'a'],
    ],
  ],
  [
    '1.5 分钟, 2 GB, 2 GiB',
    [
      ['1.5', 'a'],
      ['2', 'b'],
      ['2', 'b'],
    ],
  ],
  ['信号 -65 dBm', [['-65', 'a']]],
  [
    '40-50 ms',
    [
      ['40', null],
      ['50', null],
    ],
  ],
  ['😀 42', [['42', 'b']]],
  [
    '777 and 778 are ids',
    [
      ['777', null],
      ['778', null],
    ],
  ],
  ['2026-11-29 10:00, 11月29日 10:30:05, 2026年, Nov 29, 9点, 11-29 18:05', []],
  ['10.1.2.3, V5.170, 1.2.3, 00:11:22:33:44:55, fe80::1', []],
  ['[42](outlet:42)', [['42', 'b']]],
  ['1. SW-01 的 GE0/0/1\n2. AP3，802.11ax\n第 3 次, 1st, `42`', []],
  ['42%', [['42', 'b']]],
])('%s', (text, numbers) => {
  expect(found(text)).toEqual(numbers)
})

test('takes long and hostile texts', () => {
  for (const part of ['1', '1,', '1.', '1:', '-1', 'a-', '1月', '::', 'a1-'])
    expect(numbersOf(part.repeat(20_000), results)).toBeInstanceOf(Array)
})
