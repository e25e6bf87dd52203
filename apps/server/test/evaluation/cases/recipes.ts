import type { Cases } from '../case.ts'
import { measured } from '../estate-metrics.ts'
import { brokenLine } from '../estate-places.ts'
import { configuration, orders } from '../estate-events.ts'

/** Ready-made questions, asked where their buttons are. */
export const recipes: Cases = ({ alarms, device, line, orders: orderIds, outlet }) => [
  {
    name: 'explain an alarm',
    topic: 'ready-made',
    language: 'zh',
    turns: [
      {
        question: '解释这条告警',
        recipe: 'explain_alarm',
        screen: {
          path: '/monitor/alarm',
          title: '告警',
          subject: { kind: 'alarm', id: alarms.lineDown },
        },
        calls: [
          [['alarm', { alarmId: alarms.lineDown }]],
          [
            ['outages', { lineId: line(brokenLine.name) }],
            ['find_alarms', { outletId: outlet('西湖店') }],
          ],
        ],
        tools: [['alarm'], ['outages', 'line', 'find_alarms', 'changes', 'metrics', 'outlet']],
        things: [{ kind: 'alarm', id: alarms.lineDown }],
        facts: [{ is: brokenLine.name }],
      },
    ],
  },
  {
    name: 'explain an alarm of a value',
    topic: 'ready-made',
    language: 'en',
    turns: [
      {
        question: 'Explain this alarm',
        recipe: 'explain_alarm',
        screen: {
          path: '/monitor/alarm',
          title: 'Alarms',
          subject: { kind: 'alarm', id: alarms.cpuHigh },
        },
        calls: [
          [['alarm', { alarmId: alarms.cpuHigh }]],
          [
            ['metrics', { deviceId: device(measured.busySwitch.name), metrics: ['cpu_usage'], from: '-36h' }],
            ['changes', { deviceId: device(measured.busySwitch.name), hours: 48 }],
          ],
        ],
        tools: [['alarm'], ['metrics', 'changes', 'configuration', 'device']],
        things: [{ kind: 'alarm', id: alarms.cpuHigh }],
        facts: [{ is: measured.busySwitch.name }, { at: /value/, is: 94.2 }],
      },
    ],
  },
  {
    name: 'what changed before an alarm',
    topic: 'ready-made',
    language: 'zh',
    turns: [
      {
        question: '出问题之前改了什么',
        recipe: 'what_changed',
        screen: {
          path: '/monitor/alarm',
          title: '告警',
          subject: { kind: 'alarm', id: alarms.cpuHigh },
        },
        calls: [
          [['alarm', { alarmId: alarms.cpuHigh }]],
          [['changes', { deviceId: device(configuration.device), hours: 48 }]],
        ],
        tools: [['changes', 'configuration']],
        things: [{ kind: 'alarm', id: alarms.cpuHigh }],
        facts: [{ is: configuration.device }],
      },
    ],
  },
  {
    name: 'check an outlet',
    topic: 'ready-made',
    language: 'zh',
    turns: [
      {
        question: '体检这家门店',
        recipe: 'check_outlet',
        screen: {
          path: '/outlet',
          title: '西湖店',
          subject: { kind: 'outlet', id: outlet('西湖店') },
        },
        calls: [
          [
            ['outlet', { outletId: outlet('西湖店') }],
            ['find_devices', { outletId: outlet('西湖店'), presence: 'offline' }],
            ['find_lines', { outletId: outlet('西湖店') }],
            ['find_alarms', { outletId: outlet('西湖店') }],
            ['find_orders', { outletId: outlet('西湖店') }],
          ],
        ],
        tools: [['outlet'], ['find_alarms', 'outlet'], ['find_lines', 'outlet', 'line']],
        things: [{ kind: 'outlet', id: outlet('西湖店') }],
        facts: [
          { is: brokenLine.name },
          { is: '西湖店网关' },
          { at: /title/, is: orders.cutOff.title, said: /1001/ },
        ],
      },
    ],
  },
  {
    name: 'check a good outlet',
    topic: 'ready-made',
    language: 'en',
    turns: [
      {
        question: 'Check this outlet',
        recipe: 'check_outlet',
        screen: {
          path: '/outlet',
          title: '滨江店',
          subject: { kind: 'outlet', id: outlet('滨江店') },
        },
        calls: [
          [
            ['outlet', { outletId: outlet('滨江店') }],
            ['find_lines', { outletId: outlet('滨江店') }],
          ],
        ],
        tools: [['outlet']],
        things: [{ kind: 'outlet', id: outlet('滨江店') }],
        facts: [{ is: '滨江店' }],
      },
    ],
  },
  {
    name: 'check a device',
    topic: 'ready-made',
    language: 'en',
    turns: [
      {
        question: 'Check this device',
        recipe: 'check_device',
        screen: {
          path: '/device',
          title: '虹桥店交换机',
          subject: { kind: 'device', id: device('虹桥店交换机') },
        },
        calls: [
          [
            ['device', { deviceId: device('虹桥店交换机') }],
            [
              'metrics',
              { deviceId: device('虹桥店交换机'), metrics: ['cpu_usage', 'memory_usage'], from: '-24h' },
            ],
            ['find_alarms', { deviceId: device('虹桥店交换机') }],
          ],
        ],
        tools: [['device'], ['metrics', 'find_alarms']],
        things: [{ kind: 'device', id: device('虹桥店交换机') }],
        facts: [{ is: measured.busySwitch.since }],
      },
    ],
  },
  {
    name: 'compare before and after',
    topic: 'ready-made',
    language: 'zh',
    turns: [
      {
        question: '对比这次变更前后的CPU使用率',
        recipe: 'compare_change',
        screen: {
          path: '/device',
          title: '虹桥店交换机',
          subject: { kind: 'device', id: device('虹桥店交换机') },
        },
        calls: [
          [
            [
              'metrics',
              { deviceId: device('虹桥店交换机'), metrics: ['cpu_usage'], from: '-32h', to: '-22h' },
            ],
            ['metrics', { deviceId: device('虹桥店交换机'), metrics: ['cpu_usage'], from: '-10h' }],
          ],
          [['calculate', { operation: 'difference', values: [23, 88] }]],
        ],
        tools: [['metrics']],
        things: [{ kind: 'device', id: device('虹桥店交换机') }],
        facts: [{ is: measured.busySwitch.before }, { is: measured.busySwitch.since }],
      },
    ],
  },
  {
    name: 'summarise an order',
    topic: 'ready-made',
    language: 'en',
    turns: [
      {
        question: 'Summarise this order',
        recipe: 'summarise_order',
        screen: {
          path: '/work-order',
          title: 'Work order 1001',
          subject: { kind: 'order', id: orderIds.cutOff },
        },
        calls: [[['order', { orderId: orderIds.cutOff }]]],
        tools: [['order']],
        things: [{ kind: 'order', id: orderIds.cutOff }],
        facts: [{ is: '张伟', said: /Zhang Wei|张伟/ }, { is: /CM20771/ }],
      },
    ],
  },
  {
    name: 'summarise an order in Chinese',
    topic: 'ready-made',
    language: 'zh',
    turns: [
      {
        question: '总结这张工单',
        recipe: 'summarise_order',
        screen: {
          path: '/work-order',
          title: '工单 1003',
          subject: { kind: 'order', id: orderIds.replaced },
        },
        calls: [[['order', { orderId: orderIds.replaced }]]],
        tools: [['order']],
        things: [{ kind: 'order', id: orderIds.replaced }],
        facts: [{ is: /VLAN 30/i }],
      },
    ],
  },
  {
    name: 'complain to the carrier',
    topic: 'ready-made',
    language: 'zh',
    turns: [
      {
        question: '起草对运营商的投诉',
        recipe: 'isp_complaint',
        screen: {
          path: '/line',
          title: '虹桥店联通宽带',
          subject: { kind: 'line', id: line('虹桥店联通宽带') },
        },
        calls: [
          [
            ['line', { lineId: line('虹桥店联通宽带') }],
            ['outages', { lineId: line('虹桥店联通宽带'), from: '-30d' }],
          ],
        ],
        tools: [
          ['line', 'outages'],
          ['outages', 'line'],
        ],
        things: [{ kind: 'line', id: line('虹桥店联通宽带') }],
        facts: [{ is: 47 }, { is: 13 }],
      },
    ],
  },
  {
    name: 'the week in short',
    topic: 'ready-made',
    language: 'en',
    turns: [
      {
        question: 'Summarise the week',
        recipe: 'weekly_summary',
        calls: [
          [
            ['find_alarms', { from: '-7d', state: 'all' }],
            ['outages', { from: '-7d' }],
            ['find_orders', { from: '-7d', standing: 'all' }],
          ],
        ],
        tools: [
          ['outages', 'panel'],
          ['find_alarms', 'panel'],
          ['find_orders', 'panel'],
        ],
        facts: [{ is: brokenLine.name }],
      },
    ],
  },
]
