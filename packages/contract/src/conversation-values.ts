/** What the assistant reads with: each is one or several endpoints, called as the person who asks. */
export const assistantTools = [
  'search',
  'find_outlets',
  'outlet',
  'find_devices',
  'device',
  'find_lines',
  'line',
  'metrics',
  'find_alarms',
  'alarm',
  'outages',
  'topology',
  'find_orders',
  'order',
  'configuration',
  'diagnostics',
  'changes',
  'licences',
  'panel',
  'calculate',
  'notes',
  'propose',
] as const
export type AssistantTool = (typeof assistantTools)[number]

/** Acts that the assistant may propose. A person carries them out, with their own rights. */
export const proposalKinds = [
  'acknowledge_alarm',
  'open_order',
  'note_order',
  'run_diagnostic',
  'test_line',
  'restart_device',
  'new_template',
] as const
export type ProposalKind = (typeof proposalKinds)[number]
export const proposalStates = ['open', 'done', 'failed', 'dismissed'] as const

/** Questions that are one click, asked where they belong. */
export const recipes = [
  'explain_alarm',
  'what_changed',
  'check_outlet',
  'check_device',
  'compare_change',
  'summarise_order',
  'isp_complaint',
  'weekly_summary',
  'write_template',
] as const
export type Recipe = (typeof recipes)[number]

/** Things that an answer may link to, and a question may be about. */
export const referenceKinds = [
  'outlet',
  'device',
  'gateway',
  'line',
  'alarm',
  'order',
  'template',
  'company',
  'note',
] as const
export type ReferenceKind = (typeof referenceKinds)[number]

export const answerStates = ['running', 'done', 'stopped', 'failed'] as const
/** Why an answer ended without one. `model`: the service failed, `rights`: the person's session or right ended. */
export const answerFailures = [
  'model',
  'budget',
  'limits',
  'rights',
  'time',
  'rounds',
  'tokens',
  'abandoned',
] as const
export const stepStates = ['running', 'done', 'failed'] as const
export const feedbackReasons = ['wrong', 'incomplete', 'unclear', 'slow', 'other'] as const

/** Limits of one question (operations.md 9). */
export const mostRounds = 8
export const mostSeconds = 120
export const mostQuestionTokens = 20_000
export const mostQuestionLength = 4000
/** Days that conversations are kept, if the company says nothing else. */
export const usualKeptDays = 180
