import type { Cases } from '../case.ts'

/** Acts are proposed, never done. */
export const proposals: Cases = ({ alarms, device, line, orders, outlet }) => [
  {
    name: 'acknowledge an alarm',
    topic: 'proposals',
    language: 'zh',
    turns: [
      {
        question: '把静安店AP2离线的告警确认掉，已经知道了。',
        calls: [
          [['find_alarms', { outletId: outlet('静安店') }]],
          [['propose_acknowledge_alarm', { alarmId: alarms.apOffline, reason: '已知：AP2 待更换网线' }]],
        ],
        tools: [['propose']],
        things: [{ kind: 'alarm', id: alarms.apOffline }],
        proposes: { kind: 'acknowledge_alarm', subject: { kind: 'alarm', id: alarms.apOffline } },
      },
    ],
  },
  {
    name: 'open an order',
    topic: 'proposals',
    language: 'en',
    turns: [
      {
        question: 'Please open a work order: AP2 of 静安店 is offline since yesterday.',
        calls: [
          [['find_devices', { search: '静安店AP2' }]],
          [
            [
              'propose_open_order',
              {
                title: '静安店AP2 offline',
                description: 'Offline since yesterday',
                deviceId: device('静安店AP2'),
                type: 'fault',
                reason: 'The access point is offline and no order exists',
              },
            ],
          ],
        ],
        tools: [['propose']],
        proposes: { kind: 'open_order' },
      },
    ],
  },
  {
    name: 'note an order',
    topic: 'proposals',
    language: 'zh',
    turns: [
      {
        question: '在工单1002里记一笔：已安排明早现场抓包。',
        calls: [
          [['find_orders', { search: '1002' }]],
          [
            [
              'propose_note_order',
              { orderId: orders.packetLoss, note: '已安排明早现场抓包', reason: '按要求记录' },
            ],
          ],
        ],
        tools: [['propose']],
        things: [{ kind: 'order', id: orders.packetLoss }],
        proposes: { kind: 'note_order', subject: { kind: 'order', id: orders.packetLoss } },
      },
    ],
  },
  {
    name: 'restart a gateway',
    topic: 'proposals',
    language: 'en',
    turns: [
      {
        question: 'Restart the gateway 徐汇店网关.',
        calls: [
          [['find_devices', { search: '徐汇店网关' }]],
          [['propose_restart_device', { deviceId: device('徐汇店网关'), reason: 'Asked for' }]],
        ],
        tools: [['propose']],
        things: [{ kind: 'gateway', id: device('徐汇店网关') }],
        proposes: { kind: 'restart_device', subject: { kind: 'gateway', id: device('徐汇店网关') } },
      },
    ],
  },
  {
    name: 'test a line',
    topic: 'proposals',
    language: 'zh',
    turns: [
      {
        question: '对虹桥店电信专线做一次ping测试。',
        calls: [
          [['find_lines', { search: '虹桥店电信专线' }]],
          [
            [
              'propose_test_line',
              { lineId: line('虹桥店电信专线'), kind: 'icmp', host: '223.5.5.5', reason: '核实丢包' },
            ],
          ],
        ],
        tools: [['propose']],
        things: [{ kind: 'line', id: line('虹桥店电信专线') }],
        proposes: { kind: 'test_line', subject: { kind: 'line', id: line('虹桥店电信专线') } },
      },
    ],
  },
  {
    name: 'run a diagnostic',
    topic: 'proposals',
    language: 'en',
    turns: [
      {
        question: 'Let the gateway 浦东店网关 ping 114.114.114.114.',
        calls: [
          [['find_devices', { search: '浦东店网关' }]],
          [
            [
              'propose_run_diagnostic',
              { deviceId: device('浦东店网关'), kind: 'ping', host: '114.114.114.114', reason: 'Asked for' },
            ],
          ],
        ],
        tools: [['propose']],
        things: [{ kind: 'gateway', id: device('浦东店网关') }],
        proposes: { kind: 'run_diagnostic', subject: { kind: 'gateway', id: device('浦东店网关') } },
      },
    ],
  },
  {
    name: 'write a template',
    topic: 'ready-made',
    language: 'zh',
    turns: [
      {
        question: '给所有 NW-G3 网关写一个模板：第一个 Wi-Fi 的名称改为 HD-Staff。',
        recipe: 'write_template',
        calls: [
          [
            [
              'propose_new_template',
              {
                name: '员工 Wi-Fi',
                selector: { models: ['NW-G3'] },
                settings: [
                  { section: 'wifi', which: { by: 'place', place: 1 }, field: 'ssid', value: 'HD-Staff' },
                ],
                reason: '统一员工 Wi-Fi 名称',
              },
            ],
          ],
        ],
        tools: [['propose']],
        facts: [{ is: /HD-Staff/ }],
        proposes: { kind: 'new_template' },
      },
    ],
  },
  {
    name: 'an act of somebody who only asks about it',
    topic: 'proposals',
    language: 'zh',
    turns: [
      {
        question: '静安店AP2离线，要不要派人去看？',
        calls: [
          [
            ['find_alarms', { outletId: outlet('静安店') }],
            ['find_orders', { outletId: outlet('静安店') }],
          ],
        ],
        tools: [['find_alarms', 'device', 'find_devices', 'find_orders', 'outlet']],
        facts: [{ is: '静安店AP2' }],
      },
    ],
  },
]
