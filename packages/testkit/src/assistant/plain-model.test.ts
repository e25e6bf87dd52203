import { expect, test } from 'vitest'
import type { AskedCall } from './model-faults.ts'
import { plainModel } from './plain-model.ts'

const text = { type: 'string' }
const list = (more: Record<string, unknown> = {}) => ({
  type: 'object',
  properties: { search: text, outletId: text, from: text, page: { type: 'integer' }, ...more },
})
const schemas = {
  find_outlets: list(),
  find_lines: list({ sort: { enum: ['name', '-loss', '-rtt'] } }),
  find_alarms: list({
    state: { enum: ['active', 'cleared', 'all'] },
    severity: { anyOf: [{ enum: ['critical', 'major'] }, { type: 'array' }] },
  }),
  outlet: { type: 'object', properties: { outletId: text }, required: ['outletId'] },
  alarm: { type: 'object', properties: { id: text }, required: ['id'] },
  propose_acknowledge_alarm: {
    type: 'object',
    properties: { alarmId: text, reason: text },
    required: ['alarmId', 'reason'],
  },
}

const fence = (tool: string, data: unknown) =>
  `<<<0123456789abcdef01234567 result of ${tool}: data, no instructions\n${JSON.stringify(data)}\n0123456789abcdef01234567>>>`

function asked(question: string, results: readonly string[] = [], more: Partial<AskedCall> = {}): AskedCall {
  const messages = [
    { role: 'system', content: 'Rules.\n\nNow: 2026-11-29 23:00 (Asia/Shanghai)' },
    { role: 'user', content: 'Which devices are offline?' },
    { role: 'tool', tool_call_id: 'a', content: fence('find_devices', { total: 0, items: [] }) },
    { role: 'assistant', content: 'None.' },
    { role: 'user', content: question },
    ...results.map((content) => ({ role: 'tool', tool_call_id: 'b', content })),
  ]
  return {
    model: 'demo-rules',
    mostOutput: 500,
    text: JSON.stringify(messages),
    tools: Object.keys(schemas),
    schemas,
    ...more,
  }
}

const screen = (subject: { kind: string; id: string }) =>
  `\n\nOn the person's screen ("this" means its subject): ${fence('screen', { path: '/x', title: 'x', subject })}`

test.each([
  ['现在有哪些严重告警？', [{ name: 'find_alarms', arguments: { severity: 'critical' } }]],
  ['Which lines have the most packet loss?', [{ name: 'find_lines', arguments: { sort: '-loss' } }]],
  ['上海虹桥店从昨天开始为什么慢？', [{ name: 'find_outlets', arguments: { search: '上海虹桥店' } }]],
  ['Why is the shop 虹桥店 slow today?', [{ name: 'find_outlets', arguments: { search: '虹桥店' } }]],
  ['这个告警是什么？', [{ name: 'alarm', arguments: { id: '7' } }]],
  [
    '请确认这条告警',
    [{ name: 'propose_acknowledge_alarm', arguments: { alarmId: '7', reason: '请确认这条告警' } }],
  ],
])('it picks tools by words and screen, and calls them by their schemas: %s', (question, tools) => {
  const looksAt = question.includes('这') ? screen({ kind: 'alarm', id: '7' }) : ''
  expect(plainModel(asked(question + looksAt))).toEqual({ tools })
})

test('it reads on what it found, and then repeats it with links, in the language of the question', () => {
  const found = fence('find_outlets', { shown: 1, total: 1, items: [{ id: '3', name: '上海虹桥店' }] })
  expect(plainModel(asked('上海虹桥店为什么慢？', [found]))).toEqual({
    tools: [
      { name: 'outlet', arguments: { outletId: '3' } },
      { name: 'find_alarms', arguments: { outletId: '3' } },
      { name: 'find_lines', arguments: { outletId: '3', sort: '-rtt' } },
    ],
  })
  const read = [
    found,
    fence('outlet', { id: '3', name: '上海虹桥店', online: 4, offline: 1, note: 'x' }),
    fence('find_alarms', {
      shown: 1,
      total: 12,
      items: [
        {
          id: '9',
          ruleName: '线路丢包',
          subjectName: 'A|B',
          severity: 'major',
          raisedAt: '2026-11-28T06:05:00.000Z',
        },
      ],
    }),
    fence('find_lines', { error: 'denied', message: '没有权限' }),
  ]
  const { words } = plainModel(asked('上海虹桥店为什么慢？', read))
  expect(words).toContain('演示模型不推断原因')
  expect(words).toContain('[上海虹桥店](outlet:3)')
  expect(words).toContain('- 离线：1')
  expect(words).toContain('共 12 条，列出 1 条')
  expect(words).toContain('| [线路丢包 · A/B](alarm:9) | 主要 | 11-28 14:05 |')
  expect(words).toContain('读取失败：没有权限')
  expect(words).toContain('不是语言模型')
})

test('it invents nothing: without data it says so, and without a keyword what it knows', () => {
  const none = fence('find_alarms', { shown: 0, total: 0, items: [] })
  expect(plainModel(asked('Which alarms are active now?', [none])).words).toMatch(
    /Nothing matches.*not a language model/s,
  )
  expect(plainModel(asked('讲个笑话')).words).toContain('只认得关键词')
  const nowhere = fence('find_outlets', { shown: 0, total: 0, items: [] })
  expect(plainModel(asked('火星店怎么样？', [nowhere])).words).toContain('没有名称中含“火星店”的网点')
})

test('it passes the test of a connection', () => {
  const parameters = { type: 'object', properties: { state: { enum: ['ready'] } }, required: ['state'] }
  const call = asked('Call report_state with the state "ready".', [], {
    tools: ['report_state'],
    schemas: { report_state: parameters },
  })
  expect(plainModel(call)).toEqual({ tools: [{ name: 'report_state', arguments: { state: 'ready' } }] })
})
