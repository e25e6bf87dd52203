import fc from 'fast-check'
import { mutated, survives } from './fuzz/mutations.ts'

// node scripts/fuzz-cwmp.ts [seconds] [seed]: mutations of the recorded exchanges against the codec, for
// longer than a test may run.
const seconds = Number(process.argv[2] ?? 60)
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31)
const until = performance.now() + seconds * 1000
let runs = 0
let read = 0

for (let round = 0; performance.now() < until; round++) {
  fc.assert(
    fc.property(mutated, (bytes) => {
      runs++
      if (survives(bytes, 500)) read++
    }),
    { numRuns: 5000, seed: seed + round },
  )
}
process.stdout.write(
  `${runs} mutated exchanges from seed ${seed}: ${read} read, ${runs - read} refused, none threw or hung\n`,
)
