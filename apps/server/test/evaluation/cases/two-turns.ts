import type { Cases } from '../case.ts'
import { kinds } from '../estate-places.ts'
import { orders } from '../estate-events.ts'

/** The second question is understood by the first. */
export const twoTurns: Cases = ({ device, line, orders: orderIds, outlet }) => [
  {
    name: 'and the other one',
    topic: 'two turns',
    language: 'zh',
    turns: [
      {
        question: '西湖店的线路是哪家运营商的？',
        calls: [[['find_lines', { outletId: outlet('西湖店') }]]],
        tools: [['find_lines', 'outlet', 'line', 'search']],
        facts: [{ is: '西湖店移动专线', said: /移动|mobile/i }],
      },
      {
        question: '那滨江店呢？',
        calls: [[['find_lines', { outletId: outlet('滨江店') }]]],
        tools: [['find_lines', 'outlet', 'line', 'search']],
        facts: [{ is: '滨江店电信宽带', said: /电信|telecom/i }],
      },
    ],
  },
  {
    name: 'its orders',
    topic: 'two turns',
    language: 'en',
    turns: [
      {
        question: 'Is there an active alarm at 浦东店?',
        calls: [[['find_alarms', { outletId: outlet('浦东店') }]]],
        tools: [['find_alarms', 'outlet']],
        says: 'no data',
      },
      {
        question: 'And a work order that is still open there?',
        calls: [[['find_orders', { outletId: outlet('浦东店') }]]],
        tools: [['find_orders', 'outlet']],
        things: [{ kind: 'order', id: orderIds.moreAps }],
        facts: [{ at: /title/, is: orders.moreAps.title, said: /1005/ }],
      },
    ],
  },
  {
    name: 'its model',
    topic: 'two turns',
    language: 'en',
    turns: [
      {
        question: 'Which access points does 宁波店 have?',
        calls: [[['find_devices', { outletId: outlet('宁波店'), type: 'wireless_ap' }]]],
        tools: [['find_devices', 'outlet']],
        facts: [{ is: '宁波店AP1' }, { is: '宁波店AP2' }],
      },
      {
        question: 'Which model is the first of them?',
        calls: [[['device', { deviceId: device('宁波店AP1') }]]],
        tools: [],
        facts: [{ is: kinds[2].model }],
      },
    ],
  },
  {
    name: 'its outages',
    topic: 'two turns',
    language: 'zh',
    turns: [
      {
        question: '徐汇店用的是哪条宽带？',
        calls: [[['find_lines', { outletId: outlet('徐汇店') }]]],
        tools: [['find_lines', 'outlet', 'search']],
        things: [{ kind: 'line', id: line('徐汇店电信宽带') }],
        facts: [{ is: '徐汇店电信宽带' }],
      },
      {
        question: '它最近一周中断过吗？是什么原因？',
        calls: [[['outages', { lineId: line('徐汇店电信宽带'), from: '-7d' }]]],
        tools: [['outages', 'line']],
        things: [{ kind: 'line', id: line('徐汇店电信宽带') }],
        facts: [
          { at: /downMinutes/, is: 22 },
          { is: '商场停电', said: /停电/ },
        ],
      },
    ],
  },
]
