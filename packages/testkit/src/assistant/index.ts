export { startAnthropicService } from './anthropic-service.ts'
export type { HeardCall, ModelFault, ModelReply, ModelService } from './model-faults.ts'
export { startOpenaiService } from './openai-service.ts'
