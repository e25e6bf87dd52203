import { SimulatedAgent, switchMib } from '@netward/testkit'

/**
 * A process of many agents with one MIB, on loopback addresses of their own, as devices have them. Argument: their number.
 * It says over IPC when they listen.
 */
export const agentPort = 10_161
export const addressOf = (at: number): string => `127.${1 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}`

const [, , count = '0', interfaces = '30'] = process.argv
if (process.send !== undefined && Number(count) > 0) {
  const mib = switchMib({ interfaces: Number(interfaces) })
  for (let at = 1; at <= Number(count); at++) {
    // The largest message of VRP, whose switches these are, has 12,000 bytes by default.
    await SimulatedAgent.start({
      mib,
      maxBytes: 12_000,
      address: addressOf(at),
      port: agentPort,
      seed: at,
      upSeconds: 1000,
    })
  }
  process.on('disconnect', () => process.exit(0))
  process.send('ready')
}
