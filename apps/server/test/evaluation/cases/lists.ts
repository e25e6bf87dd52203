import type { Cases } from '../case.ts'
import { brokenLine, deviceCount, oldFirmware, offline, places } from '../estate-places.ts'
import { activeAlarms, openOrders, orders } from '../estate-events.ts'

/** Questions that a filtered list answers. */
export const lists: Cases = ({ alarms, device, line, outlet, orders: orderIds }) => [
  {
    name: 'offline devices',
    topic: 'reading',
    language: 'zh',
    turns: [
      {
        question: '现在有哪些设备离线？',
        calls: [[['find_devices', { presence: 'offline' }]]],
        tools: [['find_devices']],
        things: [
          { kind: 'gateway', id: device('西湖店网关') },
          { kind: 'device', id: device('静安店AP2') },
        ],
        facts: [{ at: /total/, is: offline.length }, ...offline.map((is) => ({ is }))],
      },
    ],
  },
  {
    name: 'how many devices',
    topic: 'reading',
    language: 'en',
    turns: [
      {
        question: 'How many devices do we have in all?',
        calls: [[['find_devices', { pageSize: 1 }]]],
        tools: [['find_devices', 'panel', 'licences']],
        facts: [{ at: /total/, is: deviceCount }],
      },
    ],
  },
  {
    name: 'old firmware',
    topic: 'reading',
    language: 'en',
    turns: [
      {
        question: 'Which NW-G3 gateways still run firmware 2.3.0?',
        calls: [[['find_devices', { modelName: 'NW-G3', softwareVersion: oldFirmware.version }]]],
        tools: [['find_devices']],
        things: [{ kind: 'gateway', id: device(oldFirmware.name) }],
        facts: [{ is: oldFirmware.name }, { at: /software/i, is: oldFirmware.version }],
      },
    ],
  },
  {
    name: 'lines that are down',
    topic: 'reading',
    language: 'zh',
    turns: [
      {
        question: '哪些线路现在是断的？从什么时候开始？',
        calls: [[['find_lines', { state: 'down' }]]],
        tools: [['find_lines', 'outages']],
        things: [{ kind: 'line', id: line(brokenLine.name) }],
        facts: [{ is: brokenLine.name }, { at: /outletName/, is: '西湖店' }],
      },
    ],
  },
  {
    name: 'slowest line',
    topic: 'reading',
    language: 'en',
    turns: [
      {
        question: 'Which internet line has the highest round-trip time right now?',
        calls: [[['find_lines', { sort: '-rtt', pageSize: 1 }]]],
        tools: [['find_lines', 'panel']],
        things: [{ kind: 'line', id: line('虹桥店电信专线') }],
        facts: [{ is: '虹桥店电信专线' }, { at: /now\.rtt/, is: 25 }],
      },
    ],
  },
  {
    name: 'lines of a carrier',
    topic: 'reading',
    language: 'zh',
    turns: [
      {
        question: '我们一共有几条移动的线路？分别在哪些门店？',
        calls: [[['find_lines', { isp: 'mobile' }]]],
        tools: [['find_lines']],
        facts: [{ at: /total/, is: 3 }, { is: '浦东店' }, { is: '西湖店' }, { is: '宁波店' }],
      },
    ],
  },
  {
    name: 'active alarms',
    topic: 'reading',
    language: 'zh',
    turns: [
      {
        question: '当前有多少条活动告警？最严重的是什么？',
        calls: [[['find_alarms', { sort: '-severity' }]]],
        tools: [['find_alarms', 'panel']],
        facts: [{ at: /total/, is: activeAlarms.length }, { is: '西湖店网关' }],
      },
    ],
  },
  {
    name: 'critical alarms',
    topic: 'reading',
    language: 'en',
    turns: [
      {
        question: 'List the critical alarms that nobody has acknowledged yet.',
        calls: [[['find_alarms', { severity: 'critical', acknowledged: 'no' }]]],
        tools: [['find_alarms']],
        things: [
          { kind: 'alarm', id: alarms.gatewayOffline },
          { kind: 'alarm', id: alarms.lineDown },
        ],
        facts: [{ at: /total/, is: 2 }],
      },
    ],
  },
  {
    name: 'past alarms',
    topic: 'reading',
    language: 'en',
    turns: [
      {
        question: 'Did 徐汇店 have any alarm in the last week that is cleared by now?',
        calls: [[['find_alarms', { state: 'cleared', outletId: outlet('徐汇店'), from: '-7d' }]]],
        tools: [['find_alarms', 'outlet', 'alarm']],
        things: [{ kind: 'alarm', id: alarms.pastLoss }],
        facts: [{ at: /value/, is: 7.3 }, { is: '徐汇店电信宽带' }],
      },
    ],
  },
  {
    name: 'open orders',
    topic: 'reading',
    language: 'zh',
    turns: [
      {
        question: '还有几张工单没有关闭？有没有没人接的？',
        calls: [[['find_orders', {}]]],
        tools: [['find_orders']],
        things: [{ kind: 'order', id: orderIds.packetLoss }],
        facts: [
          { at: /total/, is: openOrders.length },
          { at: /title/, is: orders.packetLoss.title },
        ],
      },
    ],
  },
  {
    name: 'orders of nobody',
    topic: 'reading',
    language: 'en',
    turns: [
      {
        question: 'Which open work orders have no assignee?',
        calls: [[['find_orders', { assignee: 'nobody' }]]],
        tools: [['find_orders']],
        things: [{ kind: 'order', id: orderIds.packetLoss }],
        facts: [{ at: /number/, is: orders.packetLoss.number }],
      },
    ],
  },
  {
    name: 'outages of a line',
    topic: 'reading',
    language: 'zh',
    turns: [
      {
        question: '虹桥店联通宽带最近一周断过几次？各多长时间？',
        calls: [[['outages', { lineId: line('虹桥店联通宽带'), from: '-7d' }]]],
        tools: [['outages', 'line']],
        things: [{ kind: 'line', id: line('虹桥店联通宽带') }],
        facts: [
          { at: /total/, is: 2 },
          { at: /downMinutes/, is: 47 },
          { at: /downMinutes/, is: 13 },
        ],
      },
    ],
  },
  {
    name: 'outages by power',
    topic: 'reading',
    language: 'en',
    turns: [
      {
        question: 'Which outages of the last seven days were caused by power?',
        calls: [[['outages', { cause: 'power', from: '-7d' }]]],
        tools: [['outages']],
        things: [{ kind: 'line', id: line('徐汇店电信宽带') }],
        facts: [
          { at: /downMinutes/, is: 22 },
          { at: /note/, is: '商场停电' },
        ],
      },
    ],
  },
  {
    name: 'outlets of a region',
    topic: 'reading',
    language: 'zh',
    turns: [
      {
        question: '上海有哪几家门店？',
        calls: [[['find_outlets', { region: '华东/上海' }]]],
        tools: [['find_outlets', 'search']],
        things: places
          .filter(({ region }) => region.startsWith('华东/上海'))
          .map(({ name }) => ({ kind: 'outlet', id: outlet(name) })),
        facts: [{ at: /total/, is: 4 }],
      },
    ],
  },
  {
    name: 'outlets by health',
    topic: 'reading',
    language: 'en',
    turns: [
      {
        question: 'Which of our outlets does worst by its health score?',
        calls: [[['find_outlets', { sort: 'score', pageSize: 3 }]]],
        tools: [['find_outlets', 'panel']],
        things: [{ kind: 'outlet', id: outlet('西湖店') }],
        facts: [{ is: '西湖店' }],
      },
    ],
  },
]
