import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Options } from './harness/options.ts'
import type { Section } from './harness/report.ts'

const repository = fileURLToPath(new URL('..', import.meta.url))
const longestMilliseconds = 300_000

/**
 * `npm start` on a fresh clone until ready: packages, web, database. Measured once, since most of it is
 * network time.
 */
export async function clone({ quick }: Options): Promise<Section[]> {
  const title = 'First start on a fresh clone'
  if (quick) return [{ title, figures: [], notes: ['left out of a quick pass'] }]
  const directory = mkdtempSync(path.join(tmpdir(), 'netward-clone-'))
  chmodSync(directory, 0o755)
  const home = path.join(directory, 'netward')
  try {
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${repository}`, home])
    const seconds = (await untilReady(home)) / 1000
    return [
      {
        title,
        figures: [{ name: '`npm start` to ready', values: [seconds], unit: 's', decimals: 1 }],
        notes: ['Once; packages come from the cache of npm or the network, whichever is there.'],
      },
    ]
  } catch (error) {
    return [
      { title, figures: [], notes: [`not measured: ${error instanceof Error ? error.message : 'failed'}`] },
    ]
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

async function untilReady(home: string): Promise<number> {
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: home,
    env: {
      ...process.env,
      // Variables of `npm run bench` would make the clone's npm look here.
      ...Object.fromEntries(
        Object.keys(process.env)
          .filter((name) => /^npm_/i.test(name))
          .map((name) => [name, undefined]),
      ),
      NETWARD_PORT: '20790',
      NETWARD_ACS_PORT: '20791',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  try {
    return await new Promise<number>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('not ready in five minutes')), longestMilliseconds)
      const look = (chunk: Buffer) => {
        output += String(chunk)
        if (!/^ *Netward +http/m.test(output)) return
        clearTimeout(timer)
        resolve(performance.now() - began)
      }
      child.stdout.on('data', look)
      child.stderr.on('data', look)
      child.once('exit', () => {
        clearTimeout(timer)
        reject(new Error(output.trim().split('\n').at(-1) ?? 'it ended'))
      })
    })
  } finally {
    // npm forwards no signals: signal the group.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    await exited
    await databaseGone(home)
  }
}

/** npm may exit before its server: the server's lock shows when its database has stopped. */
async function databaseGone(home: string): Promise<void> {
  for (let wait = 0; wait < 100; wait += 1) {
    const found = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    if (!found.includes(home)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
