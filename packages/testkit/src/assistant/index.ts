export { startAnthropicService } from './anthropic-service.ts'
export type { AskedCall, HeardCall, ModelFault, ModelReply, ModelService } from './model-faults.ts'
export { startOpenaiService } from './openai-service.ts'
