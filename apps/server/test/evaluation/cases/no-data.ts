import type { Cases } from '../case.ts'

/** There is nothing: the answer says so, and fills no gap. */
export const noData: Cases = ({ device, line, outlet }) => [
  {
    name: 'alarms of a quiet outlet',
    topic: 'no data',
    language: 'zh',
    turns: [
      {
        question: '滨江店现在有告警吗？',
        calls: [[['find_alarms', { outletId: outlet('滨江店') }]]],
        tools: [['find_alarms', 'outlet']],
        says: 'no data',
      },
    ],
  },
  {
    name: 'outages of a good line',
    topic: 'no data',
    language: 'en',
    turns: [
      {
        question: 'How long was 浦东店移动宽带 down last week?',
        calls: [[['outages', { lineId: line('浦东店移动宽带'), from: '-7d' }]]],
        tools: [['outages', 'line']],
        says: 'no data',
      },
    ],
  },
  {
    name: 'devices of an empty outlet',
    topic: 'no data',
    language: 'en',
    turns: [
      {
        question: 'Are all devices of 苏州店 online?',
        calls: [[['find_devices', { outletId: outlet('苏州店') }]]],
        tools: [['find_devices', 'outlet', 'find_outlets']],
        says: 'no data',
      },
    ],
  },
  {
    name: 'lines of an empty outlet',
    topic: 'no data',
    language: 'zh',
    turns: [
      {
        question: '苏州店的专线质量怎么样？',
        calls: [[['find_lines', { outletId: outlet('苏州店') }]]],
        tools: [['find_lines', 'outlet', 'find_outlets']],
        says: 'no data',
      },
    ],
  },
  {
    name: 'an outlet that is not there',
    topic: 'no data',
    language: 'zh',
    turns: [
      {
        question: '南京新街口店的网络正常吗？',
        calls: [[['find_outlets', { search: '新街口' }]]],
        tools: [['find_outlets', 'search']],
        says: 'no data',
      },
    ],
  },
  {
    name: 'orders of an outlet without any',
    topic: 'no data',
    language: 'en',
    turns: [
      {
        question: 'Is there any open work order for 宁波店?',
        calls: [[['find_orders', { outletId: outlet('宁波店') }]]],
        tools: [['find_orders', 'outlet']],
        says: 'no data',
      },
    ],
  },
  {
    name: 'metrics that nothing measures',
    topic: 'no data',
    language: 'zh',
    turns: [
      {
        question: '滨江店网关最近24小时的CPU使用率是多少？',
        calls: [[['metrics', { deviceId: device('滨江店网关'), metrics: ['cpu_usage'], from: '-24h' }]]],
        tools: [['metrics', 'device']],
        says: 'no data',
      },
    ],
  },
  {
    name: 'a device that is not there',
    topic: 'no data',
    language: 'en',
    turns: [
      {
        question: 'What is the state of the firewall FW-NJ-77?',
        calls: [[['search', { search: 'FW-NJ-77' }]]],
        tools: [['search', 'find_devices']],
        says: 'no data',
      },
    ],
  },
]
