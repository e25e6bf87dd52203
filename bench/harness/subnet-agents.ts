import { SimulatedAgent, switchMib } from '@netward/testkit'
import { addressOf, agentPort } from './subnet.ts'

/** The agents of `startSubnet`: one on each address. They end with their input. */
const count = Number(process.argv[2])
for (let at = 0; at < count; at++)
  await SimulatedAgent.start({
    mib: switchMib({ interfaces: 4, name: `switch-${at}`, number: at }),
    address: addressOf(at),
    port: agentPort,
    seed: at,
  })
process.stdin.on('end', () => process.exit(0))
process.stdin.resume()
process.stdout.write('ready\n')
