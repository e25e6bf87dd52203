import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { seededRandom } from '../gateway/random.ts'
import { LoadCurve } from '../snmp/models/load-curve.ts'
import type { MonitoredDevice } from './monitored.ts'

/** A message that a device sent. */
export interface PastLine {
  readonly deviceId: string
  readonly at: number
  readonly line: string
}

const day = 86_400_000
const days = 7
const every = 30 * 60_000
const liveMilliseconds = 20_000

const number = (random: () => number, below: number) => Math.floor(random() * below)
const hex = (random: () => number) => number(random, 256).toString(16).padStart(2, '0')
/** Phones of guests: random addresses. */
const phone = (random: () => number) =>
  `${'26ae'[number(random, 4)]!}${'26ae'[number(random, 4)]!}:${hex(random)}:${hex(random)}:${hex(random)}:${hex(random)}:${hex(random)}`

type Line = (random: () => number, name: string) => string

/** What kinds of devices say, the frequent things several times; `<n>` is facility · 8 + severity. */
const sayings: Readonly<Record<string, readonly Line[]>> = {
  switch: [
    (r, name) =>
      `<190>${name} %%01LLDP/6/INFO(l): 邻居信息已刷新，接口GigabitEthernet0/0/${1 + number(r, 3)}`,
    (r, name) =>
      `<189>${name} %%01SSH/5/LOGIN(s): 用户noc从10.20.${number(r, 9)}.${2 + number(r, 200)}登录成功`,
    (r, name) => `<189>${name} %%01SSH/5/LOGOUT(s): 用户noc已退出，会话${number(r, 900)}秒`,
    (r, name) =>
      `<188>${name} %%01IFNET/4/LINK_STATE(l): 接口GigabitEthernet0/0/${12 + number(r, 8)}的链路状态变为DOWN`,
    (r, name) =>
      `<188>${name} %%01IFNET/4/LINK_STATE(l): 接口GigabitEthernet0/0/${12 + number(r, 8)}的链路状态变为UP`,
    (r, name) => `<188>${name} %%01MSTP/4/TC(l): 接口GigabitEthernet0/0/${12 + number(r, 8)}收到拓扑变更`,
    (r, name) =>
      `<187>${name} %%01SSH/3/LOGIN_FAIL(s): 用户admin从198.51.100.${number(r, 250)}登录失败，密码错误`,
  ],
  access_point: [
    (r, name) => `<30>${name} hostapd: ra0: STA ${phone(r)} IEEE 802.11: associated`,
    (r, name) => `<30>${name} hostapd: rai0: STA ${phone(r)} IEEE 802.11: associated`,
    (r, name) => `<30>${name} hostapd: ra0: STA ${phone(r)} IEEE 802.11: disassociated`,
    (r, name) => `<29>${name} hostapd: rai0: STA ${phone(r)} WPA: group key handshake completed (RSN)`,
    (r, name) => `<28>${name} hostapd: ra0: STA ${phone(r)} deauthenticated due to inactivity`,
  ],
  firewall: [
    (r, name) =>
      `<189>${name} devname="${name}" type="traffic" subtype="forward" srcip=10.10.${number(r, 9)}.${number(r, 250)} dstip=203.0.113.${number(r, 250)} dstport=443 action="accept"`,
    (r, name) =>
      `<188>${name} devname="${name}" type="traffic" subtype="forward" srcip=10.20.${number(r, 9)}.${number(r, 250)} dstport=445 action="deny" policyid=12`,
    (r, name) =>
      `<188>${name} devname="${name}" type="event" subtype="vpn" logdesc="IPsec DPD failed" remip=198.51.100.${number(r, 250)}`,
    (r, name) =>
      `<185>${name} devname="${name}" type="utm" subtype="ips" attack="Apache.Log4j.Error.Log.Remote.Code.Execution" action="dropped" srcip=198.51.100.${number(r, 250)}`,
  ],
  ups: [
    (_r, name) => `<189>${name} apcd: 自检通过，电池容量100%`,
    (_r, name) => `<188>${name} apcd: 输入电压过低，切换为电池供电`,
    (_r, name) => `<189>${name} apcd: 恢复市电供电`,
  ],
  printer: [
    (r, name) => `<182>${name} printer: 作业${1000 + number(r, 9000)}已完成，共${1 + number(r, 20)}页`,
    (_r, name) => `<180>${name} printer: 黑色硒鼓余量低`,
  ],
}

/** The first saying is the most frequent one. */
function lineOf({ kind, model }: MonitoredDevice, random: () => number): string {
  const all = sayings[kind] ?? []
  return all[Math.floor(all.length * random() ** 1.7)]?.(random, model.name) ?? ''
}

/** What devices have said in the last 7 days, more of it in busy hours. */
export function* pastLines(
  devices: readonly { readonly deviceId: string; readonly device: MonitoredDevice }[],
  now: number,
): Generator<PastLine> {
  for (const { deviceId, device } of devices) {
    const curve = new LoadCurve(Number(deviceId))
    const random = seededRandom(Number(deviceId))
    for (let at = now - days * day + 3_600_000; at < now - every; at += every)
      for (let left = curve.share(at) * device.talkative; left > random(); left -= 1)
        yield { deviceId, at: Math.floor(at + random() * every), line: lineOf(device, random) }
  }
}

/** From now on each sends its messages from its own address, as real ones do. */
export function startTalking(devices: readonly MonitoredDevice[], port: number): { stop(): void } {
  const random = seededRandom(Date.now())
  const timer = setInterval(() => {
    const device = devices[number(random, devices.length)]
    if (device !== undefined) void say(device, lineOf(device, random), port).catch(() => {})
  }, liveMilliseconds)
  return { stop: () => clearInterval(timer) }
}

async function say({ address }: MonitoredDevice, line: string, port: number): Promise<void> {
  const socket = createSocket('udp4')
  try {
    socket.bind(0, address)
    await once(socket, 'listening')
    await new Promise((resolve) => {
      socket.send(line, port, '127.0.0.1', resolve)
    })
  } finally {
    socket.close()
  }
}
