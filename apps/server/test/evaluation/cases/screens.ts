import type { Cases } from '../case.ts'
import { kinds, places } from '../estate-places.ts'

/** "This" is what the person has on the screen. */
export const screens: Cases = ({ alarms, device, line, outlet }) => [
  {
    name: 'this outlet',
    topic: 'screen',
    language: 'zh',
    turns: [
      {
        question: '这家门店有几台设备？都在线吗？',
        screen: { path: '/outlet', title: '浦东店', subject: { kind: 'outlet', id: outlet('浦东店') } },
        calls: [[['find_devices', { outletId: outlet('浦东店') }]]],
        tools: [['find_devices', 'outlet']],
        things: [{ kind: 'outlet', id: outlet('浦东店') }],
        facts: [{ is: 4 }],
      },
    ],
  },
  {
    name: 'this line',
    topic: 'screen',
    language: 'en',
    turns: [
      {
        question: 'What is the contracted bandwidth of this line?',
        screen: {
          path: '/line',
          title: '浦东店移动宽带',
          subject: { kind: 'line', id: line('浦东店移动宽带') },
        },
        calls: [[['line', { lineId: line('浦东店移动宽带') }]]],
        tools: [['line', 'find_lines']],
        things: [{ kind: 'line', id: line('浦东店移动宽带') }],
        facts: [{ at: /down/i, is: 1000 }],
      },
    ],
  },
  {
    name: 'this device',
    topic: 'screen',
    language: 'zh',
    turns: [
      {
        question: '这台设备的固件是不是最新的？',
        screen: {
          path: '/gateway',
          title: '浦东店网关',
          subject: { kind: 'gateway', id: device('浦东店网关') },
        },
        calls: [[['device', { deviceId: device('浦东店网关') }]]],
        tools: [['device', 'find_devices']],
        things: [{ kind: 'gateway', id: device('浦东店网关') }],
        facts: [{ is: '2.3.0' }],
      },
    ],
  },
  {
    name: 'this alarm',
    topic: 'screen',
    language: 'en',
    turns: [
      {
        question: 'Which device raised this alarm, and in which outlet is it?',
        screen: {
          path: '/monitor/alarm',
          title: 'Alarms',
          subject: { kind: 'alarm', id: alarms.onBattery },
        },
        calls: [[['alarm', { alarmId: alarms.onBattery }]]],
        tools: [['alarm', 'find_alarms']],
        facts: [{ is: '西湖店UPS' }, { is: places[4].name }],
      },
    ],
  },
  {
    name: 'a filtered page',
    topic: 'screen',
    language: 'en',
    turns: [
      {
        question: 'How many of the switches in this list are there, and which model are they?',
        screen: { path: '/equipment', title: 'Devices', filters: { type: 'switch' } },
        calls: [[['find_devices', { type: 'switch' }]]],
        tools: [['find_devices']],
        facts: [{ at: /total/, is: 7 }, { is: kinds[1].model }],
      },
    ],
  },
]
