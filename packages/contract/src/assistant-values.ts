/** APIs that model services have. */
export const modelForms = ['openai', 'anthropic'] as const
export type ModelForm = (typeof modelForms)[number]

interface Preset {
  readonly form: ModelForm
  /** Empty: the service has an address of its own for each customer. */
  readonly address: string
  readonly needsKey: boolean
  readonly isAbroad: boolean
}

/** Known services: what a new provider begins with. `other`: anything with the API of chat completions. */
export const modelPresets = {
  deepseek: { form: 'openai', address: 'https://api.deepseek.com/v1', needsKey: true, isAbroad: false },
  qwen: {
    form: 'openai',
    address: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    needsKey: true,
    isAbroad: false,
  },
  doubao: {
    form: 'openai',
    address: 'https://ark.cn-beijing.volces.com/api/v3',
    needsKey: true,
    isAbroad: false,
  },
  moonshot: { form: 'openai', address: 'https://api.moonshot.cn/v1', needsKey: true, isAbroad: false },
  zhipu: { form: 'openai', address: 'https://open.bigmodel.cn/api/paas/v4', needsKey: true, isAbroad: false },
  azure: { form: 'openai', address: '', needsKey: true, isAbroad: true },
  openai: { form: 'openai', address: 'https://api.openai.com/v1', needsKey: true, isAbroad: true },
  ollama: { form: 'openai', address: '', needsKey: false, isAbroad: false },
  vllm: { form: 'openai', address: '', needsKey: false, isAbroad: false },
  anthropic: { form: 'anthropic', address: 'https://api.anthropic.com', needsKey: true, isAbroad: true },
  other: { form: 'openai', address: '', needsKey: false, isAbroad: false },
} as const satisfies Record<string, Preset>

export type ModelPreset = keyof typeof modelPresets
export const modelPresetNames = Object.keys(modelPresets) as ModelPreset[]

/** What a model is called for. `test` takes the provider that is tested. */
export const assistantFeatures = ['test', 'chat', 'analysis', 'writing'] as const
export type AssistantFeature = (typeof assistantFeatures)[number]
/** Features whose model can be chosen. */
export const routedFeatures = ['chat', 'analysis', 'writing'] as const

/** Why a call of a model failed. */
export const modelFailures = [
  'key',
  'model',
  'address',
  'connection',
  'timeout',
  'busy',
  'service',
  'refused',
  'answer',
  'cut',
  'cancelled',
  'filtered',
  'no_tools',
] as const
export type ModelFailureReason = (typeof modelFailures)[number]

export const providerStates = ['unused', 'working', 'failing', 'waiting', 'paused'] as const
/** How a call ended. `abandoned`: the process that made it stopped before. */
export const callOutcomes = ['done', 'failed', 'cut', 'cancelled', 'abandoned'] as const

/** What leaves the house, as the consent names it. */
export const consentContents = ['questions', 'network', 'records', 'files'] as const
/** What is replaced before anything leaves, unless the company says otherwise. Secrets are, always. */
export const maskedKinds = ['names', 'phones', 'addresses', 'serials'] as const
export const consentEnds = ['person', 'changed', 'removed', 'not_offered'] as const

/** How an offered service does, for a company below. `quota`: what it may take in a month is used up. */
export const offeredStates = ['working', 'failing', 'waiting', 'paused', 'quota'] as const
export const mostOfferCompanies = 1000

/** The budget that a person asks to be raised: of their day, or of the company's month. */
export const requestKinds = ['day', 'month'] as const
export type RequestKind = (typeof requestKinds)[number]
export const requestStates = ['open', 'granted', 'refused'] as const

/** Calls of the own ledger, or those of companies below by services that are offered to them. */
export const statisticSources = ['own', 'offered'] as const
export type StatisticSource = (typeof statisticSources)[number]
/** What an owner learns of the use of its offers: no person, no feature. */
export const offeredGroups = ['day', 'company', 'model'] as const satisfies readonly StatisticGroup[]

/** Days that conversations with all that was sent are kept. */
export const leastKeptDays = 7
export const mostKeptDays = 1095

export const statisticGroups = ['day', 'company', 'person', 'feature', 'model'] as const
export type StatisticGroup = (typeof statisticGroups)[number]

export const mostProviders = 20
export const mostPrices = 100
/** Days that one report of token use covers. */
export const mostStatisticDays = 366
/** A budget warns at this share of it. */
export const budgetWarning = 0.8
