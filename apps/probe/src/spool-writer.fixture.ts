import { writeSync } from 'node:fs'
import process from 'node:process'
import { Spool } from './spool.ts'

/** Writes one record after the other, and reports each once it is written, until it is killed. */
const [directory = '', last = '0'] = process.argv.slice(2)
const spool = new Spool({ directory, days: 7, bytes: 64 * 1024 * 1024 })
for (let at = Number(last) + 1; ; at++) {
  spool.addBatch([{ deviceId: '7', at, values: [['ping_rtt', '', 1]] }])
  writeSync(1, `${at}\n`)
}
