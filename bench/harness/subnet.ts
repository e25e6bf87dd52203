import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const namespace = 'netward-bench'
const [here, there] = ['netward-b0', 'netward-b1']
export const subnet = '10.77.0.0/22'
const ownAddress = '10.77.3.254'
export const agentPort = 10_161
/** Spread over the subnet, so that what does not answer stands between them. */
export const addressOf = (at: number): string => `10.77.${at % 4}.${1 + (at >> 2)}`

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' })

/** A network namespace in which the first `count` addresses exist; all others of the subnet are silent. Needs root. */
export async function startSubnet(count: number): Promise<() => void> {
  stopSubnet()
  ip('netns', 'add', namespace)
  ip('link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', namespace)
  ip('addr', 'add', `${ownAddress}/22`, 'dev', here)
  ip('link', 'set', here, 'up')
  ip('-n', namespace, 'link', 'set', there, 'up')
  for (let at = 0; at < count; at++) ip('-n', namespace, 'addr', 'add', `${addressOf(at)}/22`, 'dev', there)
  const agents = spawn(
    'ip',
    [
      'netns',
      'exec',
      namespace,
      process.execPath,
      fileURLToPath(import.meta.resolve('./subnet-agents.ts')),
      `${count}`,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  await once(agents.stdout, 'data')
  return () => {
    agents.stdin.end()
    stopSubnet()
  }
}

function stopSubnet(): void {
  for (const args of [
    ['netns', 'del', namespace],
    ['link', 'del', here],
  ])
    try {
      ip(...args)
    } catch {
      // It is not there.
    }
}
