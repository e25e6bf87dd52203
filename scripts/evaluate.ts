import { readFile, writeFile } from 'node:fs/promises'
import { modelForms } from '@netward/contract/assistant-values'
import { type EvaluatedModel, evaluate } from '../apps/server/test/evaluation/evaluate.ts'
import { faultLines, faultsOf, heading, markdownRow, rowOf } from '../apps/server/test/evaluation/report.ts'
import { withOwnDatabase } from '../bench/harness/own-database.ts'

/** npm run evaluate: the scripted model, or the one that the variables name (docs/assistant-evaluation.md). */
const page = new URL('../docs/assistant-evaluation.md', import.meta.url)
/** Behind it stands what this program writes. */
const mark = '<!-- results -->\n\n'
const say = (line: string) => process.stdout.write(`${line}\n`)
const model = named()
const results = await withOwnDatabase(() =>
  evaluate(model, (one) => {
    const faults = faultsOf(one)
    say(`${faults.length === 0 ? 'ok    ' : 'WRONG '} ${one.of.language} ${one.turn.question}`)
    for (const fault of faults) say(`         ${fault}`)
  }),
)
const row = rowOf(model?.model ?? 'scripted model', results)
say('')
for (const line of [...heading, markdownRow(row)]) say(line)
if (model) await writeRow(row.model, markdownRow(row), faultLines(results))
else process.exitCode = row.passed === row.cases ? 0 : 1

function named(): EvaluatedModel | null {
  const {
    NETWARD_EVALUATE_FORM: form = 'openai',
    NETWARD_EVALUATE_ADDRESS: address,
    NETWARD_EVALUATE_KEY: key = '',
    NETWARD_EVALUATE_MODEL: name,
  } = process.env
  if (address === undefined && name === undefined) return null
  const known = modelForms.find((one) => one === form)
  if (address === undefined || name === undefined || known === undefined) {
    say(
      `NETWARD_EVALUATE_ADDRESS and NETWARD_EVALUATE_MODEL go together; NETWARD_EVALUATE_FORM is ${modelForms.join(' or ')}`,
    )
    process.exit(2)
  }
  return { form: known, address, key, model: name }
}

/** The row of this model replaces the one that it had; what it got wrong stands below the table. */
async function writeRow(name: string, line: string, faults: readonly string[]): Promise<void> {
  const text = await readFile(page, 'utf8')
  const [before = '', after = ''] = text.split(mark)
  const rows = after.split('\n').filter((one) => one.startsWith('|') && !heading.includes(one))
  const others = rows.filter((one) => !one.startsWith(`| ${name} (`))
  const today = new Date().toISOString().slice(0, 10)
  const dated = line.replace(`| ${name} |`, `| ${name} (${today}) |`)
  const wrong = faults.length === 0 ? [] : ['', `What ${name} got wrong on ${today}:`, '', ...faults]
  await writeFile(page, `${before}${mark}${[...heading, ...others, dated, ...wrong].join('\n')}\n`)
}
