import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { readInventory, readPoll } from '@netward/collector/read'
import { parseRecording, recordedAgent } from '@netward/testkit/snmp/recorded-agent'
import { compare, type Score } from './snmp/compare.ts'
import type { Expected } from './snmp/expected.ts'

/**
 * Reads recorded agents (`.snmprec`) as a poller would and compares them with what another system reads out of them
 * (`expected.json` beside them): `node scripts/snmp-accuracy.ts <folder> [--verbose] [--extra] [--only=name]`.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    verbose: { type: 'boolean', default: false },
    extra: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const print = (line: string) => process.stdout.write(`${line}\n`)
const [folder] = positionals
if (!folder || !existsSync(path.join(folder, 'expected.json'))) {
  print(
    'usage: node scripts/snmp-accuracy.ts <folder with expected.json> [--verbose] [--extra] [--only=name]',
  )
  process.exit(2)
}
const expected = JSON.parse(readFileSync(path.join(folder, 'expected.json'), 'utf8')) as Record<
  string,
  Expected
>

const totals = new Map<string, { fits: number; of: number }>()
let requests = 0
let polls = 0
for (const [name, one] of Object.entries(expected)) {
  if (options.only && !name.includes(options.only)) continue
  for (const score of await scoresOf(name, one)) {
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
print(`${requests / polls} requests a poll`)

async function scoresOf(name: string, one: Expected): Promise<readonly Score[]> {
  const agent = recordedAgent(
    parseRecording(readFileSync(path.join(folder ?? '', `${name}.snmprec`), 'utf8')),
  )
  const inventory = await readInventory(agent)
  const before = agent.asked.requests
  const poll = await readPoll(agent, JSON.parse(JSON.stringify(inventory.plan)))
  requests += agent.asked.requests - before
  polls += 1
  return compare(one, inventory, poll)
}
