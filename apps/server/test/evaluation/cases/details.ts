import type { Cases } from '../case.ts'
import { measured } from '../estate-metrics.ts'
import { brokenLine, kinds, places } from '../estate-places.ts'

/** Questions about one outlet, device or line. */
export const details: Cases = ({ alarms, device, line, outlet }) => [
  {
    name: 'find by name',
    topic: 'reading',
    language: 'zh',
    turns: [
      {
        question: '帮我找一下名字里带“虹桥店AP”的设备。',
        calls: [[['search', { search: '虹桥店AP' }]]],
        tools: [['search', 'find_devices']],
        things: [
          { kind: 'device', id: device('虹桥店AP1') },
          { kind: 'device', id: device('虹桥店AP2') },
        ],
        facts: [{ is: '虹桥店AP1' }, { is: '虹桥店AP2' }],
      },
    ],
  },
  {
    name: 'find by code',
    topic: 'reading',
    language: 'en',
    turns: [
      {
        question: 'Which outlet has the code HZ-BJ-02?',
        calls: [[['search', { search: 'HZ-BJ-02' }]]],
        tools: [['search', 'find_outlets']],
        things: [{ kind: 'outlet', id: outlet('滨江店') }],
        facts: [{ is: '滨江店' }],
      },
    ],
  },
  {
    name: 'address of an outlet',
    topic: 'reading',
    language: 'zh',
    turns: [
      {
        question: '静安店的地址是什么？属于哪个部门？',
        calls: [[['outlet', { outletId: outlet('静安店') }]]],
        tools: [['outlet', 'find_outlets']],
        things: [{ kind: 'outlet', id: outlet('静安店') }],
        facts: [{ is: places[2].address }, { is: '上海大区' }],
      },
    ],
  },
  {
    name: 'why an outlet is down',
    topic: 'reading',
    language: 'en',
    turns: [
      {
        question: 'Why is 西湖店 offline?',
        calls: [
          [
            ['outlet', { outletId: outlet('西湖店') }],
            ['find_alarms', { outletId: outlet('西湖店') }],
            ['find_orders', { outletId: outlet('西湖店') }],
          ],
          [['line', { lineId: line(brokenLine.name) }]],
        ],
        tools: [
          ['outlet', 'find_alarms', 'search', 'find_outlets'],
          ['line', 'find_lines', 'outages', 'find_alarms'],
        ],
        things: [
          { kind: 'outlet', id: outlet('西湖店') },
          { kind: 'line', id: line(brokenLine.name) },
        ],
        facts: [{ is: brokenLine.name }],
      },
    ],
  },
  {
    name: 'why an outlet is slow',
    topic: 'reading',
    language: 'zh',
    turns: [
      {
        question: '虹桥店为什么从昨天开始变慢？',
        calls: [
          [
            ['outlet', { outletId: outlet('虹桥店') }],
            ['find_lines', { outletId: outlet('虹桥店') }],
            ['find_alarms', { outletId: outlet('虹桥店') }],
          ],
          [
            ['metrics', { deviceId: device(measured.busySwitch.name), metrics: ['cpu_usage'], from: '-36h' }],
            ['changes', { outletId: outlet('虹桥店'), hours: 36 }],
          ],
        ],
        tools: [
          ['find_lines', 'line', 'metrics'],
          ['changes', 'configuration', 'find_orders', 'find_alarms', 'alarm'],
        ],
        things: [{ kind: 'outlet', id: outlet('虹桥店') }],
        facts: [{ is: '虹桥店电信专线' }, { is: measured.busySwitch.name }],
      },
    ],
  },
  {
    name: 'model of a device',
    topic: 'reading',
    language: 'zh',
    turns: [
      {
        question: '宁波店交换机是什么型号？软件版本是多少？',
        calls: [[['device', { deviceId: device('宁波店交换机') }]]],
        tools: [['device', 'find_devices', 'search']],
        things: [{ kind: 'device', id: device('宁波店交换机') }],
        facts: [{ is: kinds[1].model }, { is: kinds[1].version }],
      },
    ],
  },
  {
    name: 'state of a gateway',
    topic: 'reading',
    language: 'en',
    turns: [
      {
        question: 'Is the gateway 徐汇店网关 online, and which firmware does it run?',
        calls: [[['device', { deviceId: device('徐汇店网关') }]]],
        tools: [['device', 'find_devices', 'search']],
        things: [{ kind: 'gateway', id: device('徐汇店网关') }],
        facts: [{ at: /presence/, is: 'online' }, { is: kinds[0].version }],
      },
    ],
  },
  {
    name: 'quality of a line',
    topic: 'reading',
    language: 'en',
    turns: [
      {
        question: 'What are the contracted bandwidth and the carrier of 静安店联通宽带?',
        calls: [[['line', { lineId: line('静安店联通宽带') }]]],
        tools: [['line', 'find_lines', 'search']],
        things: [{ kind: 'line', id: line('静安店联通宽带') }],
        facts: [
          { at: /down/i, is: 300 },
          { at: /isp/i, is: 'unicom', said: /unicom|联通/i },
        ],
      },
    ],
  },
  {
    name: 'an outage that lasts',
    topic: 'reading',
    language: 'zh',
    turns: [
      {
        question: '西湖店移动专线断了多少分钟了？',
        calls: [[['outages', { lineId: line(brokenLine.name) }]]],
        tools: [['outages', 'line']],
        things: [{ kind: 'line', id: line(brokenLine.name) }],
        facts: [{ at: /downMinutes/, is: brokenLine.sinceHours * 60 }],
      },
    ],
  },
  {
    name: 'an alarm',
    topic: 'reading',
    language: 'zh',
    turns: [
      {
        question: '虹桥店交换机CPU过高的告警，触发值和阈值各是多少？',
        calls: [[['alarm', { alarmId: alarms.cpuHigh }]]],
        tools: [['alarm', 'find_alarms']],
        things: [{ kind: 'alarm', id: alarms.cpuHigh }],
        facts: [
          { at: /value/, is: 94.2 },
          { at: /threshold/, is: 90 },
        ],
      },
    ],
  },
  {
    name: 'metrics of a switch',
    topic: 'reading',
    language: 'en',
    turns: [
      {
        question: 'Show me the CPU usage of 虹桥店交换机 over the last 24 hours.',
        calls: [
          [['metrics', { deviceId: device(measured.busySwitch.name), metrics: ['cpu_usage'], from: '-24h' }]],
        ],
        tools: [['metrics']],
        things: [{ kind: 'device', id: device(measured.busySwitch.name) }],
        facts: [{ is: measured.busySwitch.since }, { is: measured.busySwitch.before }],
        shows: 'metric',
      },
    ],
  },
  {
    name: 'clients of an access point',
    topic: 'reading',
    language: 'zh',
    turns: [
      {
        question: '浦东店AP1现在有多少无线终端在线？',
        calls: [[['metrics', { deviceId: device('浦东店AP1'), metrics: ['wifi_clients'], from: '-1h' }]]],
        tools: [['metrics', 'device']],
        things: [{ kind: 'device', id: device('浦东店AP1') }],
        facts: [{ is: measured.clients.AP1 }],
      },
    ],
  },
  {
    name: 'charge of a UPS',
    topic: 'reading',
    language: 'en',
    turns: [
      {
        question: 'How much charge does the UPS of 西湖店 have left?',
        calls: [[['metrics', { deviceId: device('西湖店UPS'), metrics: ['ups_charge'], from: '-2h' }]]],
        tools: [['metrics', 'device']],
        things: [{ kind: 'device', id: device('西湖店UPS') }],
        facts: [{ is: measured.ups.charge }],
      },
    ],
  },
  {
    name: 'devices behind each other',
    topic: 'reading',
    language: 'zh',
    turns: [
      {
        question: '徐汇店的网络拓扑里有哪些设备？',
        calls: [[['topology', { outletId: outlet('徐汇店') }]]],
        tools: [['topology', 'find_devices', 'outlet']],
        facts: [{ is: '徐汇店交换机' }, { is: '徐汇店AP1' }],
      },
    ],
  },
]
