import { Liquid, type Template } from 'liquidjs'
import { noticeVariables } from '@netward/contract/notice-template-values'

/** What is wrong with a template, and where: lines and columns begin at 1. */
export interface TemplateProblem {
  readonly line: number
  readonly column: number
  readonly what: string
}

export class TemplateWrong extends Error {
  override name = 'TemplateWrong'
  readonly problem: TemplateProblem

  constructor(problem: TemplateProblem) {
    super(problem.what)
    this.problem = problem
  }
}

const tags = ['assign', 'capture', 'case', 'comment', 'if', 'unless']

/**
 * Liquid without files, loops and `raw`: each value is escaped when it is written, whatever filters it passed. A message
 * takes at most 100 ms and 100,000 units of memory of liquidjs.
 */
function engine(escape: (value: string) => string): Liquid {
  const liquid = new Liquid({
    templates: {},
    cache: false,
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    outputEscape: (value) => escape(value === null || value === undefined ? '' : String(value)),
    parseLimit: 4_000,
    renderLimit: 100,
    memoryLimit: 100_000,
  })
  for (const name of Object.keys(liquid.tags)) if (!tags.includes(name)) delete liquid.tags[name]
  for (const name of ['raw', 'date', 'date_to_long_string', 'date_to_string']) delete liquid.filters[name]
  return liquid
}

export type Values = Readonly<Record<(typeof noticeVariables)[number], string | number>>

/** @throws TemplateWrong */
export function renderTemplate(text: string, values: Values, escape: (value: string) => string): string {
  const liquid = engine(escape)
  try {
    return String(liquid.renderSync(checked(liquid, text), values))
  } catch (error) {
    throw wrongFrom(error)
  }
}

function checked(liquid: Liquid, text: string): Template[] {
  const parsed = liquid.parse(text)
  // A variable in a branch that no sample takes is found too.
  for (const [name, [found]] of Object.entries(liquid.analyzeSync(parsed, { partials: false }).globals))
    if (!(noticeVariables as readonly string[]).includes(name) && found !== undefined)
      throw new TemplateWrong({
        line: found.location.row,
        column: found.location.col,
        what: `undefined variable: ${name}`,
      })
  return parsed
}

function wrongFrom(error: unknown): TemplateWrong {
  if (error instanceof TemplateWrong) return error
  const { message, token } = error as { message: string; token?: { getPosition?: () => [number, number] } }
  const [line, column] = token?.getPosition?.() ?? [1, 1]
  return new TemplateWrong({
    line,
    column,
    what: message.replace(/, (?:file:|line:|col:).*$/s, '').slice(0, 200),
  })
}
