import type { AskedCall, ModelReply } from './model-faults.ts'
import { answerOf } from './plain-answer.ts'
import { readConversation } from './plain-conversation.ts'
import { planOf, testOf } from './plain-plan.ts'

/**
 * Answers calls of chat completions by rules, for those who have no key of a real service: it picks tools by keywords and by what
 * is on the screen, calls them by their schemas, and repeats their results. It says so, and concludes nothing.
 */
export function plainModel(call: AskedCall): ModelReply {
  const test = testOf(call)
  if (test.length > 0) return { tools: test }
  const conversation = readConversation(call)
  const tools = planOf(call, conversation)
  return tools.length > 0 ? { tools } : { words: answerOf(conversation) }
}
