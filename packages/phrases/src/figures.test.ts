import { chartCodes, mostPanels, panelLists } from '@netward/contract/panels/panel'
import { panelCount, panelOf, panelsOfPage } from '@netward/contract/panels/panels'
import { expect, test } from 'vitest'
import { phrase } from './server.ts'

/** Written by `npm test -- -u` from the declarations: what each figure counts, and what it opens. */
function figures(): string {
  const word = (path: string) => phrase('en', path)
  const pages = chartCodes.map((code) => {
    const panels = panelsOfPage(code).map((key) => {
      const { measures, product, permission, period } = panelOf(key)
      const lists = new Set(
        Object.values(measures).flatMap(({ list }) => (list === undefined ? [] : [panelLists[list]])),
      )
      const facts = [
        period === 'now' ? 'now' : 'in the period',
        `needs \`${permission}\`${product === null ? '' : ` and the product \`${product}\``}`,
        ...(lists.size === 0 ? [] : [`opens ${[...lists].map((list) => `\`${list}\``).join(', ')}`]),
      ]
      return `- **${word(`panels.of.${key}.title`)}** (\`${key}\`): ${word(`panels.of.${key}.definition`)} ${facts.join('; ')}.`
    })
    return [`## ${word(`shell.titles.${code}`)} (\`${code}\`)`, '', ...panels].join('\n')
  })
  const head = [
    '# Figures',
    '',
    'What each panel of the operations centre counts. Generated from `packages/contract/src/panels`.',
  ]
  return `${[head.join('\n'), ...pages].join('\n\n')}\n`
}

test('docs/figures.md describes every panel as it is declared', async () => {
  await expect(figures()).toMatchFileSnapshot('../../../docs/figures.md')
})

test('a page has at most 12 panels: its figures are one', () => {
  expect(chartCodes.filter((code) => panelCount(code) > mostPanels)).toEqual([])
})
