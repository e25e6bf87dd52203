/** Output for a typed line. Null: the shell ends. */
export type ShellAnswers = (line: string, size: { columns: number; rows: number }) => string | null

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`

/** Commands that all these shells support. */
export const plainAnswers: ShellAnswers = (line, { columns, rows }) => {
  if (line === '') return ''
  if (line === 'exit') return null
  if (line === 'stty size') return lines(`${rows} ${columns}`)
  if (line === 'uname') return lines('Linux gateway 5.15.0')
  return lines(`${line.split(' ')[0]}: not found`)
}

/** A demo gateway's shell: a few commands with realistic output. */
export function demoAnswers(began: number): ShellAnswers {
  const answers: Record<string, () => string> = {
    help: () =>
      lines('help  uname  uptime  free  ifconfig  route  ping <address>  logread  menu  clear  exit'),
    'uname -a': () => lines('Linux gateway 5.15.0 #0 SMP aarch64 GNU/Linux'),
    uptime: () => {
      const minutes = Math.floor((Date.now() - began) / 60_000)
      return lines(
        ` up ${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')},  load average: 0.08, 0.05, 0.01`,
      )
    },
    free: () =>
      lines(
        '              total        used        free      shared  buff/cache   available',
        'Mem:         505832      121404      284112        1276      100316      352480',
      ),
    ifconfig: () =>
      lines(
        'br-lan    inet addr:192.168.1.1  Bcast:192.168.1.255  Mask:255.255.255.0',
        '          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1',
        'pppoe-wan inet addr:100.64.12.7  P-t-P:100.64.0.1  Mask:255.255.255.255',
        '          UP POINTOPOINT RUNNING NOARP MULTICAST  MTU:1492  Metric:1',
      ),
    route: () =>
      lines(
        'Destination     Gateway         Genmask         Flags Iface',
        'default         100.64.0.1      0.0.0.0         UG    pppoe-wan',
        '192.168.1.0     *               255.255.255.0   U     br-lan',
      ),
    logread: () =>
      lines(
        'daemon.notice netifd: Interface \u001B[32mwan\u001B[0m is now up',
        'daemon.info dnsmasq[1023]: using nameserver 223.5.5.5#53',
        'daemon.warn hostapd: wlan0: STA 3c:22:fb:11:02:9a \u001B[33mdisconnected\u001B[0m',
      ),
    menu: () => lines('1. 网络状态', '2. 无线设置', '3. 重启设备'),
    clear: () => '\u001B[2J\u001B[H',
  }
  return (line, size) => {
    const known = Object.hasOwn(answers, line) ? answers[line] : undefined
    if (known !== undefined) return known()
    const target = /^ping ([\w.:-]{1,60})$/.exec(line)?.[1]
    if (target === undefined) return plainAnswers(line, size)
    return lines(
      `PING ${target}: 56 data bytes`,
      ...[11.2, 10.8, 12.1].map((time, seq) => `64 bytes from ${target}: seq=${seq} ttl=56 time=${time} ms`),
    )
  }
}
