import process from 'node:process'
import { closingLines, type Outcome, total } from './test/outcome.ts'
import { steps } from './test/steps.ts'

/**
 * Every check of the project, one after the other; a failed one does not keep the others from running.
 *   npm test                     all
 *   npm test -- lint types       some steps
 *   npm test -- unit apps/server one step with the files that it is to run
 */
const [wanted, files] = readArguments(process.argv.slice(2))
const outcomes = new Map<string, Outcome>()
for (const step of steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  process.stdout.write(`\n── ${step.name}: ${step.what}\n`)
  const began = performance.now()
  const outcome = await step.run(files)
  outcomes.set(step.name, outcome)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  process.stdout.write(`${outcome.failed > 0 ? '✗' : '✓'} ${step.name}  ${seconds} s\n`)
}
process.stdout.write(`${closingLines(outcomes).join('\n')}\n`)
process.exitCode = total([...outcomes.values()]).failed > 0 || outcomes.size === 0 ? 1 : 0

function readArguments(args: readonly string[]): [names: string[], files: string[]] {
  const firstFile = args.findIndex((argument) => !isStep(argument))
  const names = firstFile === -1 ? [...args] : args.slice(0, firstFile)
  const paths = firstFile === -1 ? [] : args.slice(firstFile)
  if (paths.length > 0 && names.length === 0) {
    process.stderr.write(
      `"${paths[0]}" is not a step; there are ${steps.map(({ name }) => name).join(', ')}\n`,
    )
    process.exit(2)
  }
  return [names, paths]
}

function isStep(argument: string): boolean {
  return steps.some(({ name }) => name === argument)
}
