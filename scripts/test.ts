import process from 'node:process'
import { closingLines, type Outcome, total } from './test/outcome.ts'
import { sideBySide } from './test/side-by-side.ts'
import { type Step, steps } from './test/steps.ts'

/**
 * Every check of the project; a failed one does not keep the others from running. Checks run beside the unit tests,
 * which mostly wait for a database; the browser tests come last, since they need the build and both processors.
 *   npm test                     all
 *   npm test -- lint types       some steps
 *   npm test -- unit apps/server one step with the files that it is to run
 */
const [names, files] = readArguments(process.argv.slice(2))
const chosen = steps.filter(({ name, onlyByName }) =>
  names.length === 0 ? onlyByName !== true : names.includes(name),
)
const of = (kind: Step['kind']) => chosen.filter((step) => step.kind === kind)
const ended = new Map<Step, Outcome>()

await Promise.all([
  sideBySide(of('check'), 2, runStep),
  sideBySide(of('unit'), 1, (step) => {
    process.stdout.write(`\n── ${step.name}: ${step.what}\n`)
    return runStep(step)
  }),
])
for (const step of of('browser')) {
  process.stdout.write(`\n── ${step.name}: ${step.what}\n`)
  await runStep(step)
}

const outcomes = new Map(chosen.map((step) => [step.name, ended.get(step)!]))
process.stdout.write(`${closingLines(outcomes).join('\n')}\n`)
process.exitCode = total([...outcomes.values()]).failed > 0 || outcomes.size === 0 ? 1 : 0

async function runStep(step: Step): Promise<void> {
  const began = performance.now()
  const outcome = await step.run(files)
  ended.set(step, outcome)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  if (step.kind === 'check') process.stdout.write(`\n── ${step.name}: ${step.what}\n${outcome.output ?? ''}`)
  process.stdout.write(`${outcome.failed > 0 ? '✗' : '✓'} ${step.name}  ${seconds} s\n`)
}

function readArguments(args: readonly string[]): [names: string[], files: string[]] {
  const firstFile = args.findIndex((argument) => !isStep(argument))
  const stepNames = firstFile === -1 ? [...args] : args.slice(0, firstFile)
  const paths = firstFile === -1 ? [] : args.slice(firstFile)
  if (paths.length > 0 && stepNames.length === 0) {
    process.stderr.write(
      `"${paths[0]}" is not a step; there are ${steps.map(({ name }) => name).join(', ')}\n`,
    )
    process.exit(2)
  }
  return [stepNames, paths]
}

function isStep(argument: string): boolean {
  return steps.some(({ name }) => name === argument)
}
