import { informs } from './informs.ts'
import { clone } from './clone.ts'
import { list } from './list.ts'
import { signIns } from './sign-ins.ts'
import { start } from './start.ts'
import { web } from './web.ts'
import type { Options } from './harness/options.ts'
import { machineLine, printSection, say, type Section } from './harness/report.ts'

/** In the order in which they run. */
const benches: Record<string, (options: Options) => Promise<Section[]>> = {
  start,
  list,
  informs,
  'sign-ins': signIns,
  web,
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
say(machineLine('PostgreSQL'))
for (const [name, bench] of Object.entries(benches)) {
  if (names.length > 0 && !names.includes(name)) continue
  for (const section of await bench(options)) printSection(section)
}
say(`\n${Math.round((performance.now() - began) / 1000)} s`)
