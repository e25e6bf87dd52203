import { alarmRuleApi } from '@netward/contract'
import { z } from 'zod'
import { defineTool, pick, read } from './define.ts'
import { ruleName, shippedRunbook } from './names.ts'

const most = 5

/** Words of a text in either language, without punctuation. */
const wordsOf = (text: string, language: string): Set<string> =>
  new Set(
    [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text.toLowerCase())]
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment }) => segment),
  )

export const notes = defineTool({
  name: 'notes',
  shown: 'notes',
  description:
    'Searches the runbooks of alarm rules, those that the company wrote and those that are shipped: what to check and do. Ask with a few words, or with the code of a rule such as gateway_offline.',
  input: { search: z.string().trim().min(1).max(200) },
  needs: ['DMS_SERVER_ALARM'],
  run: async (context, { search }) => {
    const { language } = context
    const asked = wordsOf(search, language)
    const rules = await read(context, alarmRuleApi.listAlarmRules, {})
    const found = rules
      .map(({ key, name, definition }) => {
        const title = ruleName(language, key, name)
        const isOwn = definition.runbook !== ''
        const runbook = isOwn ? definition.runbook : shippedRunbook(language, key)
        const inTitle = wordsOf(title, language)
        const inText = wordsOf(runbook, language)
        const score =
          key === search
            ? 1000
            : [...asked].reduce(
                (sum, word) => sum + (inTitle.has(word) ? 3 : 0) + (inText.has(word) ? 1 : 0),
                0,
              )
        return { rule: key, title, of: isOwn ? 'company' : 'shipped', runbook, score }
      })
      .filter(({ score, runbook }) => score > 0 && runbook !== '')
      .toSorted((a, b) => b.score - a.score)
    return {
      data: {
        shown: Math.min(found.length, most),
        total: found.length,
        items: found.slice(0, most).map((one) => pick(one, 'rule', 'title', 'of', 'runbook')),
      },
      references: [],
    }
  },
})
