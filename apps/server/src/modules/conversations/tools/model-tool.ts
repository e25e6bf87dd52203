import { z } from 'zod'
import type { ModelTool } from '../../assistant/index.ts'
import type { Tool } from './tool.ts'

/** Made once: every round of every answer sends all of them. */
const made = new WeakMap<Tool, ModelTool>()

export function modelTool(tool: Tool): ModelTool {
  const known = made.get(tool)
  if (known) return known
  const { name, description, input } = tool
  const { $schema: _, ...parameters } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const described = { name, description, parameters }
  made.set(tool, described)
  return described
}
