import { existsSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { readInventory, readPoll, readWho } from '@netward/collector/read'
import { parseRecording, recordedAgent } from '@netward/testkit/snmp/recorded-agent'
import { compare, compareIdentity, type Score } from './snmp/compare.ts'
import { isCommon, type Recorded, recordingsOf } from './snmp/recordings.ts'

/**
 * Reads recorded agents (`.snmprec`) as a poller would and compares them with what another system reads out of them:
 * `expected.json` beside them, or a folder `tests` of LibreNMS.
 * `node scripts/snmp-accuracy.ts <folder> [--identity] [--common] [--parts=0,1,2,3] [--verbose] [--extra] [--only=name]`.
 * `--identity`: what they are, not what they measure. `--common`: of makers that are common in branches.
 * `--parts`: of four parts of all recordings some.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    verbose: { type: 'boolean', default: false },
    extra: { type: 'boolean', default: false },
    only: { type: 'string' },
    identity: { type: 'boolean', default: false },
    parts: { type: 'string', default: '0,1,2,3' },
    common: { type: 'boolean', default: false },
  },
})
const print = (line: string) => process.stdout.write(`${line}\n`)
const [folder] = positionals
if (!folder || !existsSync(folder)) {
  print(
    'usage: node scripts/snmp-accuracy.ts <folder> [--identity] [--common] [--parts=0,1,2,3] [--verbose] [--extra] [--only=name]',
  )
  process.exit(2)
}

const totals = new Map<string, { fits: number; of: number }>()
let requests = 0
let polls = 0
const recordings = recordingsOf(folder, options.parts.split(',').map(Number)).filter(
  (one) => !options.common || isCommon(one),
)
for (const recorded of recordings) {
  const { name } = recorded
  if (options.only && !name.includes(options.only)) continue
  for (const score of await scoresOf(recorded)) {
    const total = totals.get(score.field) ?? { fits: 0, of: 0 }
    totals.set(score.field, { fits: total.fits + score.fits, of: total.of + score.of })
    const lines = [
      ...(options.verbose ? score.misses.map((miss) => `- ${miss}`) : []),
      ...(options.extra ? score.extra.map((extra) => `+ ${extra}`) : []),
    ]
    for (const line of lines) print(`${name} ${score.field} ${line}`)
  }
}
for (const [field, { fits, of }] of totals) {
  print(
    `${field.padEnd(12)} ${String(fits).padStart(6)} of ${String(of).padStart(6)}  ${((fits / of) * 100).toFixed(1)} %`,
  )
}
print(`${recordings.length} recordings`)
if (polls > 0) print(`${requests / polls} requests a poll`)

async function scoresOf({ file, expected }: Recorded): Promise<readonly Score[]> {
  const agent = recordedAgent(parseRecording(readFileSync(file, 'utf8')))
  if (options.identity) return compareIdentity(expected, (await readWho(agent)).identity)
  const inventory = await readInventory(agent)
  const before = agent.asked.requests
  const poll = await readPoll(agent, JSON.parse(JSON.stringify(inventory.plan)))
  requests += agent.asked.requests - before
  polls += 1
  return compare(expected, inventory, poll)
}
