export { startAnthropicService } from './anthropic-service.ts'
export type { ModelFault, ModelService } from './model-faults.ts'
export { startOpenaiService } from './openai-service.ts'
