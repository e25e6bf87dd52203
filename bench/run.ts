import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { findBinaries } from '../apps/server/src/platform/db/embedded/binaries.ts'
import { alarms } from './alarms.ts'
import { administration } from './administration.ts'
import { assistant } from './assistant.ts'
import { discovery } from './discovery.ts'
import { informs } from './informs.ts'
import { campaign } from './campaign.ts'
import { clone } from './clone.ts'
import { inventory } from './inventory.ts'
import { links } from './links.ts'
import { list } from './list.ts'
import { notices } from './notices.ts'
import { probeMemory } from './probe-memory.ts'
import { probes } from './probes.ts'
import { orders } from './orders.ts'
import { peopleSync } from './people-sync.ts'
import { provisioning } from './provisioning.ts'
import { signIns } from './sign-ins.ts'
import { signInTiming } from './sign-in-timing.ts'
import { snmp } from './snmp.ts'
import { store } from './store.ts'
import { start } from './start.ts'
import { syslog } from './syslog.ts'
import { terminalEchoes } from './terminals.ts'
import { topology } from './topology.ts'
import { walls } from './walls.ts'
import { watch } from './watch.ts'
import { web } from './web.ts'
import { zabbix } from './zabbix.ts'
import type { Options } from './harness/options.ts'
import { machineTime, ownTime } from './harness/process-cpu.ts'
import { machineLine, printSection, say, type Section } from './harness/report.ts'

/** In execution order. */
const benches: Record<string, (options: Options) => Promise<Section[]>> = {
  start,
  list,
  inventory,
  administration,
  informs,
  campaign,
  provisioning,
  'people-sync': peopleSync,
  'sign-ins': signIns,
  'sign-in-timing': signInTiming,
  terminals: terminalEchoes,
  store,
  snmp,
  links,
  discovery,
  probes,
  'probe-memory': probeMemory,
  alarms,
  notices,
  syslog,
  zabbix,
  topology,
  orders,
  walls,
  watch,
  web,
  assistant,
  clone,
}

const names = process.argv.slice(2).filter((argument) => argument !== '--quick')
const unknown = names.filter((name) => !(name in benches))
if (unknown.length > 0) {
  process.stderr.write(
    `unknown: ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')} and --quick\n`,
  )
  process.exit(2)
}
const options = { quick: process.argv.includes('--quick') }
const began = performance.now()
say(machineLine(await postgresVersion()))
for (const [name, bench] of Object.entries(benches)) {
  if (names.length > 0 && !names.includes(name)) continue
  const before = { own: ownTime(), machine: machineTime(), at: performance.now() }
  for (const section of await bench(options)) printSection(section)
  const others = machineTime() - before.machine - (ownTime() - before.own)
  const share = others / ((performance.now() - before.at) * availableParallelism())
  say(`  Other processes took ${Math.max(0, Math.round(share * 100))} % of the processors meanwhile.`)
}
say(`\n${Math.round((performance.now() - began) / 1000)} s`)

async function postgresVersion(): Promise<string> {
  const { root } = await findBinaries()
  const said = execFileSync(path.join(root, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' })
  return `PostgreSQL ${/[\d.]+/.exec(said)?.[0]}`
}
