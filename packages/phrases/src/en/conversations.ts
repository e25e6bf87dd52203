import type { conversationApi } from '@netward/contract'
import type * as codes from '@netward/contract/conversations-codes'
import type { AssistantTool, ProposalKind, Recipe } from '@netward/contract/conversation-values'
import type { DomainTexts } from '../domain-texts.ts'
import { asking } from './asking.ts'

const tools: Record<AssistantTool, string> = {
  search: 'Search',
  find_outlets: 'Find sites',
  outlet: 'Site',
  find_devices: 'Find devices',
  device: 'Device',
  find_lines: 'Find lines',
  line: 'Line',
  metrics: 'Metrics',
  find_alarms: 'Find alarms',
  alarm: 'Alarm',
  outages: 'Outages',
  topology: 'Topology',
  find_orders: 'Find work orders',
  order: 'Work order',
  configuration: 'Configuration and drift',
  diagnostics: 'Diagnostics',
  changes: 'What changed',
  licences: 'Licences',
  panel: 'Panel of the operations centre',
  calculate: 'Calculate',
  notes: 'Runbooks and notes',
  propose: 'Propose an act',
}

const proposals: Record<ProposalKind, string> = {
  acknowledge_alarm: 'Acknowledge the alarm',
  open_order: 'Open a work order',
  note_order: 'Add a note to the work order',
  run_diagnostic: 'Run a diagnostic',
  test_line: 'Test the line',
  restart_device: 'Restart the device',
  new_template: 'Save the template',
}

/** The question that a button asks; `name` is what it is about. */
const recipes: Record<Recipe, string> = {
  explain_alarm: 'Explain this alarm',
  what_changed: 'What changed before it broke?',
  check_outlet: 'Check this site',
  check_device: 'Check this device',
  compare_change: 'Compare before and after',
  summarise_order: 'Summarise this work order',
  isp_complaint: 'Draft a complaint to the carrier',
  weekly_summary: 'Summarise the week',
  write_template: 'Write a template from words',
}

export const conversations = {
  ...asking,
  tools,
  proposals,
  recipes,
  missing: {
    provider: 'it has no model service yet',
    consent: 'the company has not agreed to send data to a model service',
    budget: 'the budget is used up',
  },
  interrupted: 'The process stopped in the middle: check whether it was done',
}

export const texts = {
  errors: {
    'assistant.not_ready': 'The assistant is not ready: {{reason}}',
    'assistant.conversation_not_found': 'The conversation does not exist',
    'assistant.message_not_found': 'The answer does not exist',
    'assistant.still_answering': 'The conversation is still being answered: wait or stop it',
    'assistant.proposal_not_found': 'The proposal does not exist',
    'assistant.proposal_decided': 'The proposal was already carried out or dismissed',
  },
  permissions: {
    DMS_SERVER_ASSISTANT: {
      name: 'Assistant',
      allows: 'Ask the assistant about what one may see, and carry out its proposals with the own rights',
    },
  },
  actions: {
    'assistant.asked': 'Assistant asked',
    'assistant.retried': 'Assistant asked again',
    'assistant.stopped': 'Answer stopped',
    'assistant.conversation_renamed': 'Conversation renamed',
    'assistant.conversation_deleted': 'Conversation deleted',
    'assistant.feedback_given': 'Answer rated',
    'assistant.proposal_accepted': 'Proposal of the assistant carried out',
    'assistant.proposal_dismissed': 'Proposal of the assistant dismissed',
  },
  groups: {},
  titles: { assistant: 'Assistant' },
} satisfies DomainTexts<typeof codes, typeof conversationApi>
