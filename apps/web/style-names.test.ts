import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A style that was loaded once stays: what two of them say of one name holds on both screens, in the order of the visits. */
test('a class alone is styled in one file, except for print', () => {
  const files = new Map<string, Set<string>>()
  for (const path of globSync('**/*.css', { cwd: `${import.meta.dirname}/src`, exclude: ['ui/print.css'] })) {
    const text = readFileSync(`${import.meta.dirname}/src/${path}`, 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
    for (const [, selectors] of text.matchAll(/([^{}]+)\{/g))
      for (const selector of selectors!.split(',').map((one) => one.trim()))
        if (/^\.[a-z][\w-]*$/.test(selector))
          files.set(selector, (files.get(selector) ?? new Set()).add(path))
  }
  const shared = [...files].filter(([, paths]) => paths.size > 1)
  expect(files.size).toBeGreaterThan(500)
  expect(shared.map(([selector, paths]) => `${selector}: ${[...paths].join(', ')}`)).toEqual([])
})
