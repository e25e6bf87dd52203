import { alarmRuleApi, assistantNoteApi } from '@netward/contract'
import { z } from 'zod'
import { defineTool, pick, read, readIfAllowed } from './define.ts'
import { referenceOf, ruleName, shippedRunbook } from './names.ts'
import type { ToolContext } from './tool.ts'

const most = 5
/** Of these the whole text. */
const mostWhole = 3

/** Words of a text in either language, without punctuation. */
const wordsOf = (text: string, language: string): Set<string> =>
  new Set(
    [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text.toLowerCase())]
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment }) => segment),
  )

/** Notes with all words of the search, else those with any of the first words. */
async function notesWith(context: ToolContext, search: string, words: readonly string[]) {
  const page = (one: string) => read(context, assistantNoteApi.pageNotes, { search: one, pageSize: most })
  const all = await page(search)
  if (all.items.length > 0) return all.items
  const some = await Promise.all(words.slice(0, most).map(page))
  return [...new Map(some.flatMap(({ items }) => items).map((one) => [one.id, one])).values()]
}

async function companyNotes(context: ToolContext, search: string, words: readonly string[]) {
  const found = (await notesWith(context, search, words)).slice(0, most)
  const whole = await Promise.all(
    found.slice(0, mostWhole).map(({ id }) => read(context, assistantNoteApi.getNote, { noteId: id })),
  )
  const texts = new Map(whole.map(({ id, text }) => [id, text]))
  return found.map(({ beginning, ...note }) => ({ ...note, text: texts.get(note.id) ?? beginning }))
}

async function runbooks(context: ToolContext, search: string, asked: ReadonlySet<string>) {
  const { language } = context
  const rules = (await readIfAllowed(context, alarmRuleApi.listAlarmRules, {})) ?? []
  return rules
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
}

export const notes = defineTool({
  name: 'notes',
  shown: 'notes',
  description:
    'Searches the notes and runbooks that the company wrote, and the runbooks of alarm rules: what to check, what to do, whom to call. Ask with a few words, or with the code of a rule such as gateway_offline.',
  input: { search: z.string().trim().min(1).max(200) },
  run: async (context, { search }) => {
    const asked = wordsOf(search, context.language)
    const written = await companyNotes(context, search, [...asked])
    const found = await runbooks(context, search, asked)
    return {
      data: {
        notes: written,
        shown: Math.min(found.length, most),
        total: found.length,
        items: found.slice(0, most).map((one) => pick(one, 'rule', 'title', 'of', 'runbook')),
      },
      references: written.flatMap(({ id, title }) => referenceOf('note', id, title)),
    }
  },
})
