import type { AssistantTool } from '@netward/contract/conversation-values'
import type { ConsentContent } from '../assistant/index.ts'

const records: readonly AssistantTool[] = ['find_orders', 'order', 'changes', 'licences']
const files: readonly AssistantTool[] = ['configuration', 'notes']

/** What a tool's results are in the words of the consent. */
export function contentOf(tool: AssistantTool): ConsentContent {
  if (records.includes(tool)) return 'records'
  return files.includes(tool) ? 'files' : 'network'
}
